import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { read } from '../../api/client';
import { useConversationSelection } from '../../app/conversation-selection';
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

/** Deletes a conversation, forgets it wherever it was kept, and goes on to an address. */
export function useDeleteConversation(conversationId: string, after: string) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  const selection = useConversationSelection();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      read(
        client.DELETE('/v1/conversations/{conversation_id}', {
          params: { path: { conversation_id: conversationId } },
        }),
      ),
    onSuccess: async () => {
      selection.set([conversationId], false);
      // Counts and items of experiments are stale too; nothing is read anew before the page that shows it is left.
      void queries.invalidateQueries({ queryKey: [id], refetchType: 'none' });
      queries.removeQueries({ queryKey: [id, 'conversations'] });
      await navigate(after, { replace: true });
      queries.removeQueries({ queryKey: [id, 'conversation', conversationId] });
    },
  });
}
