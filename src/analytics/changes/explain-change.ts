import {
  type DiscreteTest,
  differenceInterval,
  type Interval,
  type RateContribution,
  rateContribution,
  selectDiscoveries,
  testDifference,
  upperNormalQuantile,
} from '../../../packages/statistics';
import type { Segment } from '../segments';
import {
  isEmpty,
  isOutcomeDimension,
  mapPeriods,
  type PeriodPair,
  type PerPeriod,
  type SegmentPair,
} from './segment';
import { addSums, amongAll, outsideOf } from './segment-sums';

/** `within`: the rate of the segment moved; `mix`: its share of the replies did. */
export const causeKinds = ['within', 'mix'] as const;
export type CauseKind = (typeof causeKinds)[number];

/** What a segment adds to the difference of two rates. */
export interface Cause {
  segment: Segment;
  kind: CauseKind;
  /** Signed, of the difference. */
  contribution: number;
  /** The 95% interval of the contribution. */
  toInterval: () => Interval;
  /** With few false discoveries over all segments. */
  isSignificant: boolean;
  /** How many standard errors the segment moved. */
  evidence: number;
  /** The outcomes that are tested: flagged replies of the segment, or its replies among all. */
  tested: PeriodPair;
  /** Flagged replies of those that the rate is about. */
  counts: PeriodPair;
  share: PerPeriod<number>;
}

type TestedCause = Cause & DiscreteTest;

/**
 * False discovery rates, which add up to at most 5%. Shares mostly move by many standard errors, so that the tests of
 * rates need more of it.
 */
const FALSE_DISCOVERY_RATES: Record<CauseKind, number> = { within: 0.04, mix: 0.01 };

/** A segment with nearly all replies is not a part of them. */
const MAX_SHARE = 0.95;

/** What each segment adds to the difference of the rates of two periods. None if a period has no evaluated reply. */
export function explainChange(whole: PeriodPair, segments: readonly SegmentPair[]): Cause[] {
  if (isEmpty(whole)) return [];
  const causes = segments.flatMap((segment) => testSegment(whole, segment));
  const significant = new Set(
    causeKinds.flatMap((kind) =>
      selectDiscoveries(
        causes.filter((cause) => cause.kind === kind),
        FALSE_DISCOVERY_RATES[kind],
      ),
    ),
  );
  return causes.map((cause) => ({ ...cause, isSignificant: significant.has(cause) }));
}

function testSegment(whole: PeriodPair, pair: SegmentPair): TestedCause[] {
  if (isOutcomeDimension(pair.segment.dimension)) return [testOutcome(whole, pair)];
  const share = mapPeriods((period) => pair[period].outcomes / whole[period].outcomes);
  if (share.before + share.after === 0 || Math.min(share.before, share.after) > MAX_SHARE) return [];
  const common = { segment: pair.segment, isSignificant: false, counts: pair, share };
  return [...(isEmpty(pair) ? [] : [testWithin(whole, pair, common)]), testMix(whole, pair, common)];
}

type CommonFields = Pick<Cause, 'segment' | 'isSignificant' | 'counts' | 'share'>;

/** The rate of a label or parameter is that among all replies. */
function testOutcome(whole: PeriodPair, pair: SegmentPair): TestedCause {
  const tested = amongWhole(pair, whole);
  const share = { before: 1, after: 1 };
  return testWithin(whole, tested, { segment: pair.segment, isSignificant: false, counts: tested, share });
}

function testWithin(whole: PeriodPair, tested: PeriodPair, common: CommonFields): TestedCause {
  const { estimate, standardError, pValue, minPValue } = testDifference(tested.before, tested.after);
  const { within, weight } = contributionOf(whole, tested);
  return {
    ...common,
    kind: 'within',
    contribution: within,
    toInterval: () => {
      const { low, high } = differenceInterval(tested.before, tested.after);
      return { low: weight * low, high: weight * high };
    },
    evidence: inErrors(estimate, standardError),
    tested,
    pValue,
    minPValue,
  };
}

/** A share that moves changes nothing unless the rate differs from that of the other replies: both are tested. */
function testMix(whole: PeriodPair, pair: PeriodPair, common: CommonFields): TestedCause {
  const tested = amongWhole(pair, whole);
  const ofShare = testDifference(tested.before, tested.after);
  const replies = addSums(pair.before, pair.after);
  const allReplies = addSums(whole.before, whole.after);
  const ofRate = testDifference(outsideOf(replies, allReplies), replies);
  const { mix, distance } = contributionOf(whole, pair);
  const otherShare = 1 - replies.outcomes / allReplies.outcomes;
  const standardError = Math.hypot(
    distance * ofShare.standardError,
    ofShare.estimate * otherShare * ofRate.standardError,
  );
  return {
    ...common,
    kind: 'mix',
    contribution: mix,
    toInterval: () => {
      const margin = upperNormalQuantile(0.025) * standardError;
      return { low: mix - margin, high: mix + margin };
    },
    evidence: Math.min(
      inErrors(ofShare.estimate, ofShare.standardError),
      inErrors(ofRate.estimate, ofRate.standardError),
    ),
    tested,
    pValue: Math.max(ofShare.pValue, ofRate.pValue),
    minPValue: Math.max(ofShare.minPValue, ofRate.minPValue),
  };
}

function amongWhole(part: PeriodPair, whole: PeriodPair): PeriodPair {
  return mapPeriods((period) => amongAll(part[period], whole[period]));
}

function contributionOf(whole: PeriodPair, part: PeriodPair): RateContribution {
  return rateContribution([part.before, part.after], [whole.before, whole.after]);
}

function inErrors(estimate: number, standardError: number): number {
  return estimate === 0 ? 0 : Math.abs(estimate) / standardError;
}
