import { groupBy } from '../../platform/group-by';
import type { CountedItem, CountedItemPair, CountedReply } from '../store/compared-item.repository';
import { openItemStatuses } from '../store/experiment';
import { countsBaseline } from '../store/item-status';

/** Why there is no reply to compare. */
type ItemGap = 'item_open' | 'item_failed' | 'item_skipped';

/** The replies of two sides to one conversation, at least one each, or why there are none. */
export interface MeasuredPair {
  reply: readonly CountedReply[] | ItemGap | 'earlier_item_open';
  /** What they are compared with: the original reply, or the replies of another experiment. */
  baseline: readonly CountedReply[] | ItemGap | 'no_reply';
  /** Whether an item that has started before is open. */
  isLate: boolean;
}

/** The replies of an experiment, in the order in which they start, with the original ones. */
export function pairWithOriginals(items: readonly CountedItemPair[]): MeasuredPair[] {
  let isLate = false;
  return [...groupBy(items, turnOf).values()].map((samples) => {
    const reply = repliesOf(samples);
    isLate ||= reply === 'item_open';
    // Only the first sample has the verdict on the original reply; it is absent where its reply was not judged again.
    const original = (samples.find(countsBaseline) ?? samples[0])?.baseline;
    return { reply, baseline: original ? [withLength(original, samples)] : 'no_reply', isLate };
  });
}

/** The original reply with its length, which is measured by each sample that completes. */
function withLength(original: CountedReply, samples: readonly CountedItemPair[]): CountedReply {
  const sample = samples.find(({ baseline }) => baseline !== null && baseline.lengthChars !== null);
  return { ...original, lengthChars: sample?.baseline?.lengthChars ?? null };
}

/**
 * The replies of two experiments to the turns that both replay, in an order that does not depend on which one is the
 * baseline: sums of fractions do. `startOrder` has the turns in the order in which one of the experiments starts them.
 */
export function pairExperiments(
  items: readonly CountedItem[],
  baselineItems: readonly CountedItem[],
  startOrder: readonly string[],
): MeasuredPair[] {
  const baselines = repliesByTurn(baselineItems);
  const replies = repliesByTurn(items);
  const late = new Set<string>();
  let isLate = false;
  for (const id of startOrder) {
    const pair = [replies.get(id), baselines.get(id)];
    isLate ||= pair.every((side) => side !== undefined) && pair.includes('item_open');
    if (isLate) late.add(id);
  }
  const ordered = [...replies].sort(([one], [other]) => (one < other ? -1 : 1));
  return ordered.flatMap(([id, reply]) => {
    const baseline = baselines.get(id);
    return baseline === undefined ? [] : [{ reply, baseline, isLate: late.has(id) }];
  });
}

function repliesByTurn(items: readonly CountedItem[]): Map<string, CountedReply[] | ItemGap> {
  return new Map([...groupBy(items, turnOf)].map(([id, samples]) => [id, repliesOf(samples)]));
}

/** The replies of the samples that have one. While a sample is open, the others may be the shorter ones. */
function repliesOf(samples: readonly CountedItem[]): CountedReply[] | ItemGap {
  if (samples.some(({ status }) => openItemStatuses.includes(status))) return 'item_open';
  const completed = samples.filter(({ status }) => status === 'completed');
  if (completed.length > 0) return completed.map(({ reply }) => reply);
  return samples.some(({ status }) => status === 'failed') ? 'item_failed' : 'item_skipped';
}

/** What an item replays: replies to other turns of a conversation are not comparable. */
export function turnOf({
  conversationId,
  replayedMessageId,
}: Pick<CountedItem, 'conversationId' | 'replayedMessageId'>): string {
  return replayedMessageId ?? conversationId;
}
