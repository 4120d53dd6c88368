import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { read } from '../../../api/client';
import type { ConversationDetail, Message } from '../../../api/types';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { useWorkspace } from '../../../workspace/workspace';

/** Loads the full text of a truncated message into the cached conversation. */
export function useWholeMessage(message: Message) {
  const { id, client } = useWorkspace();
  const { conversationId = '' } = useParams();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(client.GET('/v1/messages/{message_id}', { params: { path: { message_id: message.id } } })),
    onSuccess: (whole) => {
      queries.setQueryData<ConversationDetail>(
        [id, 'conversation', conversationId],
        (conversation) =>
          conversation && {
            ...conversation,
            messages: conversation.messages.map((shown) => (shown.id === whole.id ? whole : shown)),
          },
      );
    },
  });
}

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
      selection.set([conversationId], false);
      // Counts and items of experiments are stale too. Do not refetch: this page would request the deleted
      // conversation.
      void queries.invalidateQueries({ queryKey: [id], refetchType: 'none' });
      queries.removeQueries({ queryKey: [id, 'conversations'] });
      await navigate(after, { replace: true });
      queries.removeQueries({ queryKey: [id, 'conversation', conversationId] });
    },
  });
}
