import { useMutation, useQueryClient } from '@tanstack/react-query';
import { read } from '../../api/client';
import type { ConversationDetail, Message } from '../../api/types';
import { useWorkspace } from '../workspace';

/** Loads the full text of a truncated message into the cached conversation. */
export function useWholeMessage(conversationId: string, message: Message) {
  const { id, client } = useWorkspace();
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
