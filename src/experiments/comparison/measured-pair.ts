import type { CountedItem, CountedItemPair, CountedReply } from '../compared-item.repository';
import type { ItemStatus } from '../experiment';

/** Why an item has no reply to compare. */
type ItemGap = 'item_open' | 'item_failed';

/** Two replies to one conversation, or why there are no two. */
export interface MeasuredPair {
  reply: CountedReply | ItemGap;
  /** What it is compared with: the original reply, or the reply of another experiment. */
  baseline: CountedReply | ItemGap | 'no_reply';
}

/** The replies of an experiment with the original ones. */
export function pairWithOriginals(items: readonly CountedItemPair[]): MeasuredPair[] {
  return items.map((item) => ({ reply: replyOf(item), baseline: item.baseline ?? 'no_reply' }));
}

/**
 * The replies of two experiments to the conversations that both have, in an order that does not depend on which one is
 * the baseline: sums of fractions do. An experiment has each conversation once.
 */
export function pairExperiments(
  items: readonly CountedItem[],
  baselineItems: readonly CountedItem[],
): MeasuredPair[] {
  const baselines = new Map(baselineItems.map((item) => [item.conversationId, item]));
  const ordered = [...items].sort((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
  return ordered.flatMap((item) => {
    const baseline = baselines.get(item.conversationId);
    return baseline === undefined ? [] : [{ reply: replyOf(item), baseline: replyOf(baseline) }];
  });
}

function replyOf({ status, reply }: { status: ItemStatus; reply: CountedReply }): CountedReply | ItemGap {
  if (status === 'completed') return reply;
  return status === 'failed' ? 'item_failed' : 'item_open';
}
