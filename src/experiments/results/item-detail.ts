import type { ConversationService } from '../../conversations/conversation.service';
import { type Evaluation, withRawFindings } from '../../conversations/evaluations/evaluation';
import { getEvaluations } from '../../conversations/evaluations/evaluation.repository';
import type { StoredMessage } from '../../conversations/transcript/conversation';
import { findFirstSample } from '../store/item.repository';
import { countsBaseline } from '../store/item-status';
import type { ItemView } from './item-view';

/** An item with its replies and evaluations; null if they do not exist yet or were deleted. */
export interface ItemDetail {
  item: ItemView;
  reply: StoredMessage | null;
  evaluation: Evaluation | null;
  /** The original reply. */
  baselineReply: StoredMessage | null;
  baselineEvaluation: Evaluation | null;
}

/** Loads both replies of an item and their evaluations. */
export async function loadItemDetail(
  item: ItemView,
  conversations: Pick<ConversationService, 'findReply' | 'findTranscript'>,
): Promise<ItemDetail> {
  const { workspaceId, conversationId, reply } = item;
  const { baseline } = countsBaseline(item) ? item : ((await findFirstSample(item)) ?? item);
  const evaluationIds = [reply.evaluationId, baseline?.evaluationId].filter((id) => id != null);
  const [replyMessage, transcript, storedEvaluations] = await Promise.all([
    reply.messageId === null ? null : conversations.findReply(workspaceId, reply.messageId),
    conversations.findTranscript(workspaceId, conversationId),
    getEvaluations(workspaceId, evaluationIds),
  ]);
  const evaluations = storedEvaluations.map(withRawFindings);
  return {
    item: { ...item, baseline },
    reply: replyMessage,
    evaluation: evaluations.find(({ id }) => id === reply.evaluationId) ?? null,
    baselineReply: transcript?.messages.find(({ id }) => id === baseline?.messageId) ?? null,
    baselineEvaluation: evaluations.find(({ id }) => id === baseline?.evaluationId) ?? null,
  };
}
