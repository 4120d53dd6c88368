import { queryOptions } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { Finding } from '../../../api/types';
import type { Workspace } from '../../../workspace/workspace';

/** A reply to review. */
export interface ReviewItem {
  /** The id of the item of a queue, else of the message. */
  key: string;
  conversationId: string;
  messageId: string;
  /** The findings to review; null: all of the reply, which are read with it. */
  findings: readonly Finding[] | null;
}

const PAGE_SIZE = 100;

/** The whole reply. */
export function replyQuery({ id, client }: Workspace, messageId: string) {
  return queryOptions({
    queryKey: [id, 'message', messageId],
    queryFn: ({ signal }) => {
      const params = { path: { message_id: messageId } };
      return read(client.GET('/v1/messages/{message_id}', { params, signal }));
    },
    staleTime: 60_000,
  });
}

type ReplyKey = Pick<ReviewItem, 'conversationId' | 'messageId'>;

/** The findings of a reply, each once, however many evaluators report it. */
export function findingsOfReplyQuery(workspace: Workspace, reply: ReplyKey) {
  return queryOptions({
    queryKey: [workspace.id, 'findings-of-reply', reply.messageId],
    queryFn: ({ signal }) => readFindingsOfReply(workspace, reply, signal),
    staleTime: 60_000,
  });
}

export async function readFindingsOfReply(
  { client }: Workspace,
  { conversationId, messageId }: ReplyKey,
  signal: AbortSignal | null = null,
): Promise<Finding[]> {
  // The second part includes replies of experiments.
  const filter = `conversation_id = ${conversationId} AND conversation_type:*`;
  const readPage = (cursor: string | null) =>
    read(client.GET('/v1/findings', { params: { query: { filter, limit: PAGE_SIZE, cursor } }, signal }));
  let page = await readPage(null);
  const findings = [...page.items];
  while (page.next_page_cursor !== null) {
    page = await readPage(page.next_page_cursor);
    findings.push(...page.items);
  }
  return eachOnce(findings.filter((finding) => finding.message_id === messageId));
}

/** The first report of each finding. */
export function eachOnce(reports: readonly Finding[]): Finding[] {
  return [...new Map([...reports].reverse().map((report) => [report.id, report])).values()].reverse();
}
