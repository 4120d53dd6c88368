import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/client';
import type { Workspace } from './workspace';

/**
 * A conversation with all messages and evaluations, loaded page by page; very long messages are truncated. Blind reviews omit
 * the evaluations.
 */
export function conversationQuery(
  { id, client }: Workspace,
  conversationId: string,
  omit: 'evaluations' | null = null,
) {
  return queryOptions({
    queryKey: [id, 'conversation', conversationId, omit],
    queryFn: async ({ signal }) => {
      const readPage = (cursor: string | null) =>
        read(
          client.GET('/v1/conversations/{conversation_id}', {
            params: {
              path: { conversation_id: conversationId },
              query: { ...(cursor !== null && { cursor }), ...(omit !== null && { omit }) },
            },
            signal,
          }),
        );
      const conversation = await readPage(null);
      let cursor = conversation.next_page_cursor;
      while (cursor !== null) {
        const page = await readPage(cursor);
        conversation.messages.push(...page.messages);
        conversation.evaluations.push(...page.evaluations);
        cursor = page.next_page_cursor;
      }
      return conversation;
    },
    staleTime: 60_000,
  });
}
