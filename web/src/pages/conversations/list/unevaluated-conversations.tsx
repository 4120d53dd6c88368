import type { ListedConversation } from '../../../api/types';
import { EVALUATION_LIMIT_MS, isEvaluated } from '../../../workspace/first-conversation';
import { UnevaluatedNotice } from '../../../workspace/unevaluated/unevaluated-notice';

/** Offers to evaluate the conversations of the page that no evaluator was asked about. */
export function UnevaluatedConversations({ conversations }: { conversations: ListedConversation[] }) {
  const unevaluated = conversations.filter(
    (conversation) =>
      !isEvaluated(conversation) && Date.now() - Date.parse(conversation.created_at) > EVALUATION_LIMIT_MS,
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
