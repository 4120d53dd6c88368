import type { ListedConversation } from '../../../api/types';
import { UnevaluatedNotice } from '../../../workspace/unevaluated/unevaluated-notice';

/** New replies are evaluated a little later. */
const NEW_MS = 120_000;

/** Offers to evaluate the conversations of the page that no evaluator was asked about. */
export function UnevaluatedConversations({ conversations }: { conversations: ListedConversation[] }) {
  const unevaluated = conversations.filter(
    (conversation) =>
      conversation.evaluated_message_count === 0 &&
      conversation.not_judgeable_message_count === 0 &&
      Date.now() - Date.parse(conversation.created_at) > NEW_MS,
  );
  const ids = unevaluated.map(({ id }) => id);
  return (
    <UnevaluatedNotice
      key={ids.join()}
      count={ids.length}
      noun={['conversation of this page', 'conversations of this page']}
      source={{ conversation_ids: ids }}
    />
  );
}
