import { compileMessageFilter } from '../../conversations/message-filter/message-filter';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { EvaluatorVersion } from '../online/open-replies';
import type { BackfillPosition, BackfillSource } from './backfill';
import {
  countOpenReplies,
  listConversationsAfter,
  listMatching,
  type OpenReplyCount,
} from './open-replies.repository';

/** Where a request has the filter. */
export const filterLoc = ['body', 'filter'];

/** Conversations that are looked at together. */
const PAGE_SIZE = 500;

/** What a backfill evaluates, and by which version. */
export interface OpenQuery {
  workspaceId: string;
  source: BackfillSource;
  evaluator: EvaluatorVersion;
}

/** A page of conversations with open replies; `next` is null after the last page. */
export interface OpenPage {
  open: OpenReplyCount[];
  next: BackfillPosition | null;
}

/** @throws ValidationError for an invalid filter */
export async function listOpen(
  { workspaceId, source, evaluator }: OpenQuery,
  position: BackfillPosition,
  timeLimit?: TimeLimit,
): Promise<OpenPage> {
  const { ids, next } = await readPage(workspaceId, source, position, timeLimit);
  const matching = await filterPage(workspaceId, source, ids, timeLimit);
  const counts =
    matching.length === 0 ? [] : await countOpenReplies(workspaceId, matching, evaluator, timeLimit);
  const byId = new Map(counts.map((count) => [count.conversationId, count]));
  return { open: matching.flatMap((id) => byId.get(id) ?? []), next };
}

async function readPage(
  workspaceId: string,
  { conversationIds }: BackfillSource,
  { index, after }: BackfillPosition,
  timeLimit?: TimeLimit,
): Promise<{ ids: string[]; next: BackfillPosition | null }> {
  if (conversationIds !== null) {
    const end = index + PAGE_SIZE;
    const next = end < conversationIds.length ? { index: end, after } : null;
    return { ids: conversationIds.slice(index, end), next };
  }
  const page = await listConversationsAfter(workspaceId, after, PAGE_SIZE, timeLimit);
  const last = page.at(-1);
  const next = page.length < PAGE_SIZE || last === undefined ? null : { index, after: last };
  return { ids: page.map(({ id }) => id), next };
}

async function filterPage(
  workspaceId: string,
  { filter }: BackfillSource,
  ids: string[],
  timeLimit?: TimeLimit,
): Promise<string[]> {
  if (filter === null || ids.length === 0) return ids;
  const { query } = compileMessageFilter(filter, { bounds: 'optional', loc: filterLoc });
  const matching = await listMatching(workspaceId, ids, query, timeLimit);
  return ids.filter((id) => matching.has(id));
}
