import { type OutcomeCount, testDifference } from '../../../packages/statistics';
import type { Dimension, Segment } from '../segments';
import type { Cause } from './explain-change';
import {
  isEmpty,
  isOutcomeDimension,
  mapPeriods,
  type PeriodPair,
  type PerPeriod,
  segmentKey,
} from './segment';
import { scaleTo } from './segment-sums';

/** Evaluated replies, and how many of them are flagged: all of them, and those in each segment, by its key. */
export interface SharedReplies {
  all: OutcomeCount;
  segments: ReadonlyMap<string, OutcomeCount>;
}

/** Counts the replies of a segment in both periods that are in none of the exclusions. */
export type CountShared = (
  segment: Segment,
  exclusions: readonly Segment[],
) => Promise<PerPeriod<SharedReplies>>;

export interface FoldedCause extends Cause {
  /** Another cause with more evidence, without whose replies this would be none. */
  explainedBy: Segment | null;
}

/** Each costs a read of its replies. */
const MAX_ROOTS = 8;

/** Of a part of a segment, so that few parts of many segments seem to move. */
const LEVEL = 0.01;

/** By what a reader can change, if the same replies are segments of several dimensions. */
const dimensionOrder: readonly Dimension[] = ['prompt_version', 'model', 'agent', 'tool'];

/** A cause, and its outcomes without the replies of the roots before it. */
interface Candidate {
  cause: Cause;
  rest: PeriodPair;
}

/**
 * Finds the significant causes that others explain. The same replies may be a segment in several dimensions, and a change
 * in one segment moves all that share replies with it. One cause after the other becomes a root and is taken out with its
 * replies: the causes whose rest did not move are explained. First are causes of a mix, since a rate that moves with it is
 * one of other replies than before; but what moved inside of them is not explained. Then the cause with the most evidence is
 * the one that has the whole change and little else. A label or parameter explains only others: it says what moved, and not
 * where.
 */
export async function foldCauses(causes: readonly Cause[], countShared: CountShared): Promise<FoldedCause[]> {
  const explainedBy = new Map<Cause, Segment>();
  const roots: Segment[] = [];
  let candidates: Candidate[] = causes
    .filter(({ isSignificant }) => isSignificant)
    .map((cause) => ({ cause, rest: cause.tested }));
  while (candidates.length > 1 && roots.length < MAX_ROOTS) {
    const root = pickCause(candidates.map(({ cause }) => cause));
    const shared = await countShared(root.segment, roots);
    roots.push(root.segment);
    const survivors: Candidate[] = [];
    for (const { cause, rest } of candidates) {
      if (cause === root) continue;
      const removed = mapPeriods((period) => sharedWith(cause, shared[period]));
      const remaining = mapPeriods((period) =>
        scaleTo(rest[period], subtract(rest[period], removed[period])),
      );
      const inside = mapPeriods((period) => scaleTo(rest[period], removed[period]));
      if (isExplained(cause, root, { remaining, inside })) explainedBy.set(cause, root.segment);
      else survivors.push({ cause, rest: remaining });
    }
    candidates = survivors;
  }
  return causes.map((cause) => ({ ...cause, explainedBy: explainedBy.get(cause) ?? null }));
}

function isExplained(cause: Cause, by: Cause, parts: { remaining: PeriodPair; inside: PeriodPair }): boolean {
  if (segmentKey(cause.segment) === segmentKey(by.segment)) return false;
  if (by.kind === 'within') return !hasMoved(parts.remaining);
  if (cause.kind === 'within') return !hasMoved(parts.remaining) && !hasMoved(parts.inside);
  // If a value gains replies, others of its dimension lose them.
  const isOther = cause.segment.dimension === by.segment.dimension && gain(cause) > 0 !== gain(by) > 0;
  return isOther || !hasMoved(parts.remaining);
}

/** The next cause to take out. */
function pickCause(causes: readonly Cause[]): Cause {
  const stages = [
    causes.filter(({ kind }) => kind === 'mix'),
    causes.filter(({ segment }) => !isOutcomeDimension(segment.dimension)),
    causes,
  ];
  const stage = stages.find(({ length }) => length > 0) ?? [];
  const max = Math.max(...stage.map(({ evidence }) => evidence));
  const [first] = stage
    .filter(({ evidence }) => evidence >= 0.98 * max)
    .sort((one, other) => orderOf(one) - orderOf(other)) as [Cause, ...Cause[]];
  return first.kind === 'mix' ? findGainer(first, stage) : first;
}

/** If a value lost replies and another one of the dimension gained about as many, that is the cause. */
function findGainer(cause: Cause, stage: readonly Cause[]): Cause {
  if (gain(cause) >= 0) return cause;
  const [gainer = cause] = stage
    .filter(({ segment }) => segment.dimension === cause.segment.dimension)
    .filter((other) => gain(other) >= 0.75 * Math.abs(gain(cause)))
    .sort((one, other) => gain(other) - gain(one));
  return gainer;
}

function orderOf({ segment: { dimension } }: Cause): number {
  const index = dimensionOrder.indexOf(dimension);
  return index === -1 ? dimensionOrder.length : index;
}

function gain({ share }: Cause): number {
  return share.after - share.before;
}

/** The outcomes of a cause among those replies: flagged ones of its segment, or those in it of all. */
function sharedWith({ segment, kind }: Cause, { all, segments }: SharedReplies): OutcomeCount {
  const inSegment = segments.get(segmentKey(segment)) ?? { outcomes: 0, yes: 0 };
  const isAmongAll = kind === 'mix' || isOutcomeDimension(segment.dimension);
  return isAmongAll ? { outcomes: all.outcomes, yes: inSegment.outcomes } : inSegment;
}

function subtract(from: OutcomeCount, removed: OutcomeCount): OutcomeCount {
  const outcomes = Math.max(0, from.outcomes - removed.outcomes);
  return { outcomes, yes: Math.min(outcomes, Math.max(0, from.yes - removed.yes)) };
}

function hasMoved(pair: PeriodPair): boolean {
  return !isEmpty(pair) && testDifference(pair.before, pair.after).pValue <= LEVEL;
}
