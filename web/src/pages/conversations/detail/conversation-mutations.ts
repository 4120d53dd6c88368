import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { read } from '../../../api/client';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { useWorkspace } from '../../../workspace/workspace';

/** Deletes a conversation, removes it from the caches and the selection, and navigates to `after`. */
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
      selection.remove([conversationId]);
      // Counts and items of experiments are stale too. Do not refetch: this page would request the deleted
      // conversation.
      void queries.invalidateQueries({ queryKey: [id], refetchType: 'none' });
      queries.removeQueries({ queryKey: [id, 'conversations'] });
      await navigate(after, { replace: true });
      queries.removeQueries({ queryKey: [id, 'conversation', conversationId] });
    },
  });
}
