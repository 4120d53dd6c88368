import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../api/client';
import { useWorkspace, type Workspace } from '../../app/workspace';

/** A conversation with its messages and evaluations. */
export function conversationQuery({ id, client }: Workspace, conversationId: string) {
  return queryOptions({
    queryKey: [id, 'conversation', conversationId],
    queryFn: ({ signal }) =>
      read(
        client.GET('/v1/conversations/{conversation_id}', {
          params: { path: { conversation_id: conversationId } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
}

/** Deletes a conversation; lists and the conversation itself are read anew after. */
export function useDeleteConversation(conversationId: string) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(
        client.DELETE('/v1/conversations/{conversation_id}', {
          params: { path: { conversation_id: conversationId } },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: [id, 'conversations'] }),
  });
}
