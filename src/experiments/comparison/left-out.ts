import type { CountedReply } from '../compared-item.repository';
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

export interface ValuePair {
  value: number;
  baseline: number;
}

/** The values of the pairs that have both, and the numbers of the others by reason. */
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
  const [of, ofBaseline] = [value.of(reply), value.of(baseline)];
  if (of === null) return lackOf(reply, value);
  if (ofBaseline === null) return `baseline_${lackOf(baseline, value)}`;
  return { value: of, baseline: ofBaseline };
}

function lackOf({ hasNoVerdict, isNotJudgeable = false }: CountedReply, { needsVerdict }: ReplyValue) {
  if (!needsVerdict) return 'no_value';
  if (hasNoVerdict) return 'no_verdict';
  return isNotJudgeable ? 'not_judgeable' : 'not_judged';
}
