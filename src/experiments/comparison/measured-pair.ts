import type { CountedItem, CountedItemPair, CountedReply } from '../compared-item.repository';
import type { ItemStatus } from '../experiment';

/** Why an item has no reply to compare. */
type ItemGap = 'item_open' | 'item_failed' | 'item_skipped';

/** Two replies to one conversation, or why there are no two. */
export interface MeasuredPair {
  reply: CountedReply | ItemGap | 'earlier_item_open';
  /** What it is compared with: the original reply, or the reply of another experiment. */
  baseline: CountedReply | ItemGap | 'no_reply';
  /** Whether an item that has started before is open. */
  isLate: boolean;
}

/** The replies of an experiment, in the order in which they start, with the original ones. */
export function pairWithOriginals(items: readonly CountedItemPair[]): MeasuredPair[] {
  let isLate = false;
  return items.map((item) => {
    const reply = replyOf(item);
    isLate ||= reply === 'item_open';
    return { reply, baseline: item.baseline ?? 'no_reply', isLate };
  });
}

/**
 * The replies of two experiments to the conversations that both have, in an order that does not depend on which one is
 * the baseline: sums of fractions do. An experiment has each conversation once. `startOrder` has the conversations in
 * the order in which one of the experiments starts them.
 */
export function pairExperiments(
  items: readonly CountedItem[],
  baselineItems: readonly CountedItem[],
  startOrder: readonly string[],
): MeasuredPair[] {
  const baselines = new Map(baselineItems.map((item) => [item.conversationId, item]));
  const byConversation = new Map(items.map((item) => [item.conversationId, item]));
  const late = new Set<string>();
  let isLate = false;
  for (const id of startOrder) {
    const pair = [byConversation.get(id), baselines.get(id)];
    isLate ||=
      pair.every((item) => item !== undefined) && pair.some((item) => item && replyOf(item) === 'item_open');
    if (isLate) late.add(id);
  }
  const ordered = [...items].sort((one, other) => (one.conversationId < other.conversationId ? -1 : 1));
  return ordered.flatMap((item) => {
    const baseline = baselines.get(item.conversationId);
    return baseline === undefined
      ? []
      : [{ reply: replyOf(item), baseline: replyOf(baseline), isLate: late.has(item.conversationId) }];
  });
}

function replyOf({ status, reply }: { status: ItemStatus; reply: CountedReply }): CountedReply | ItemGap {
  if (status === 'completed') return reply;
  if (status === 'skipped') return 'item_skipped';
  return status === 'failed' ? 'item_failed' : 'item_open';
}
