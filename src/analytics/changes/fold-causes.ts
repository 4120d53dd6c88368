import { type ClusteredOutcomes, testDifference } from '../../../packages/statistics';
import type { Cause } from './explain-change';
import { isOutcomeDimension, type PeriodPair, type Segment, segmentKey } from './segment';
import { type OutcomeCount, remainderOf } from './segment-sums';

/** Evaluated replies, and how many of them are flagged: all of them, and those in each segment, by its key. */
export interface SharedReplies {
  all: OutcomeCount;
  segments: ReadonlyMap<string, OutcomeCount>;
}

/** Counts the replies of a segment in both periods that are in none of some others. */
export type CountShared = (
  segment: Segment,
  others: readonly Segment[],
) => Promise<{ before: SharedReplies; after: SharedReplies }>;

export interface FoldedCause extends Cause {
  /** Another cause with more evidence, without whose replies this would be none. */
  explainedBy: Segment | null;
}

/** Each costs a read of its replies. */
const MAX_SEPARATE = 8;

/** Of the rest of a segment, so that few segments of many seem to differ without the replies of the true cause. */
const LEVEL = 0.01;

/** A cause, and its outcomes without the replies of those before it. */
interface OpenCause {
  cause: Cause;
  rest: PeriodPair;
}

/**
 * Finds the significant causes that others explain. The same replies may be a segment in several dimensions, and a change
 * in one segment moves all that share replies with it. The cause with the most evidence is the one that has the whole
 * change and little else. Its replies are removed from the others: if the rest did not move, that cause explains them. A
 * label or parameter explains only others: it says what moved, and not where.
 */
export async function foldCauses(causes: readonly Cause[], countShared: CountShared): Promise<FoldedCause[]> {
  const explainedBy = new Map<Cause, Segment>();
  const separate: Segment[] = [];
  let open: OpenCause[] = causes
    .filter(({ isSignificant }) => isSignificant)
    .sort(compareEvidence)
    .map((cause) => ({ cause, rest: cause.tested }));
  while (open.length > 1 && separate.length < MAX_SEPARATE) {
    const [first, ...others] = open as [OpenCause, ...OpenCause[]];
    const { segment } = first.cause;
    const shared = await countShared(segment, separate);
    separate.push(segment);
    open = [];
    for (const { cause, rest } of others) {
      const before = without(cause, rest.before, shared.before);
      const after = without(cause, rest.after, shared.after);
      const isSame = segmentKey(cause.segment) === segmentKey(segment);
      if (isSame || differ(before, after)) open.push({ cause, rest: { before, after } });
      else explainedBy.set(cause, segment);
    }
  }
  return causes.map((cause) => ({ ...cause, explainedBy: explainedBy.get(cause) ?? null }));
}

function without(
  { segment, kind }: Cause,
  rest: ClusteredOutcomes,
  { all, segments }: SharedReplies,
): ClusteredOutcomes {
  const inSegment = segments.get(segmentKey(segment)) ?? { outcomes: 0, yes: 0 };
  const isAmongAll = kind === 'mix' || isOutcomeDimension(segment.dimension);
  return remainderOf(rest, isAmongAll ? { outcomes: all.outcomes, yes: inSegment.outcomes } : inSegment);
}

function differ(before: ClusteredOutcomes, after: ClusteredOutcomes): boolean {
  if (before.outcomes === 0 || after.outcomes === 0) return false;
  return testDifference(before, after).pValue <= LEVEL;
}

function compareEvidence(one: Cause, other: Cause): number {
  const isLast = ({ segment }: Cause) => Number(isOutcomeDimension(segment.dimension));
  return isLast(one) - isLast(other) || other.evidence - one.evidence;
}
