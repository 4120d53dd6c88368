import type { CountedReply } from '../store/compared-item.repository';
import type { MeasuredPair } from './measured-pair';

/**
 * Why a pair is left out of a metric, in the order in which the reasons apply. Those of the reply that a reply is
 * compared with have a prefix.
 */
export const leftOutReasons = [
  'baseline_no_reply',
  'item_open',
  'item_failed',
  'item_skipped',
  'baseline_item_open',
  'baseline_item_failed',
  'baseline_item_skipped',
  'earlier_item_open',
  'no_verdict',
  'not_judgeable',
  'not_judged',
  'no_value',
  'baseline_no_verdict',
  'baseline_not_judgeable',
  'baseline_not_judged',
  'baseline_no_value',
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

export interface LeftOut {
  reason: LeftOutReason;
  count: number;
}

/** What a metric reads of a reply. */
export interface ReplyValue {
  needsVerdict: boolean;
  /** Null if unknown. */
  of(reply: CountedReply): number | null;
}

/** The means of a value over the replies of both sides that have it, at least one each, and their numbers. */
export interface ValuePair {
  value: number;
  baseline: number;
  replies: number;
  baselineReplies: number;
}

/** The values of the pairs that have both, each the mean of its replies, and the numbers of the others by reason. */
export function readValues(
  pairs: readonly MeasuredPair[],
  value: ReplyValue,
): { values: ValuePair[]; leftOut: LeftOut[] } {
  const values: ValuePair[] = [];
  const counts = new Map<LeftOutReason, number>();
  for (const pair of pairs) {
    const read = readPair(pair, value);
    if (typeof read === 'string') counts.set(read, (counts.get(read) ?? 0) + 1);
    else values.push(read);
  }
  const leftOut = leftOutReasons.flatMap((reason) => {
    const count = counts.get(reason);
    return count === undefined ? [] : [{ reason, count }];
  });
  return { values, leftOut };
}

function readPair({ reply, baseline }: MeasuredPair, value: ReplyValue): ValuePair | LeftOutReason {
  if (baseline === 'no_reply') return 'baseline_no_reply';
  if (typeof reply === 'string') return reply;
  if (typeof baseline === 'string') return `baseline_${baseline}`;
  const [of, ofBaseline] = [listValues(reply, value), listValues(baseline, value)];
  if (of.length === 0) return lackOf(reply, value);
  if (ofBaseline.length === 0) return `baseline_${lackOf(baseline, value)}`;
  return {
    value: meanOf(of),
    baseline: meanOf(ofBaseline),
    replies: of.length,
    baselineReplies: ofBaseline.length,
  };
}

function listValues(replies: readonly CountedReply[], value: ReplyValue): number[] {
  return replies.map((reply) => value.of(reply)).filter((one) => one !== null);
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

function lackOf(replies: readonly CountedReply[], { needsVerdict }: ReplyValue) {
  if (!needsVerdict) return 'no_value';
  if (replies.some(({ hasNoVerdict }) => hasNoVerdict)) return 'no_verdict';
  return replies.some(({ isNotJudgeable }) => isNotJudgeable) ? 'not_judgeable' : 'not_judged';
}
