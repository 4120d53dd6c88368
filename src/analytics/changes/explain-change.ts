import {
  type RateContribution,
  rateContribution,
  selectDiscoveries,
  testDifference,
} from '../../../packages/statistics';
import type { Segment } from '../segments';
import { isOutcomeDimension, type PeriodPair, type SegmentPair } from './segment';
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
  /** The difference that is tested times this is the contribution. */
  weight: number;
  standardError: number;
  /** With few false discoveries over all segments. */
  isSignificant: boolean;
  /** How many standard errors the segment moved. */
  evidence: number;
  /** The outcomes that are tested: flagged replies of the segment, or its replies among all. */
  tested: PeriodPair;
  /** Flagged replies of those that the rate is about. */
  counts: PeriodPair;
  share: { before: number; after: number };
}

interface TestedCause extends Cause {
  pValue: number;
  minPValue: number;
}

/**
 * False discovery rates, which add up to at most 5%. Shares mostly move by many standard errors, so that the tests of
 * rates need more of it.
 */
const FALSE_DISCOVERY_RATES: Record<CauseKind, number> = { within: 0.04, mix: 0.01 };

/** A segment with nearly all replies is not a part of them. */
const MAX_SHARE = 0.95;

/** What each segment adds to the difference of the rates of two periods. None if a period has no evaluated reply. */
export function explainChange(whole: PeriodPair, segments: readonly SegmentPair[]): Cause[] {
  if (whole.before.outcomes === 0 || whole.after.outcomes === 0) return [];
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
  const share = {
    before: pair.before.outcomes / whole.before.outcomes,
    after: pair.after.outcomes / whole.after.outcomes,
  };
  if (share.before + share.after === 0 || Math.min(share.before, share.after) > MAX_SHARE) return [];
  const common = { segment: pair.segment, isSignificant: false, counts: pair, share };
  return [
    ...(pair.before.outcomes === 0 || pair.after.outcomes === 0 ? [] : [testWithin(whole, pair, common)]),
    testMix(whole, pair, common),
  ];
}

type CommonFields = Pick<Cause, 'segment' | 'isSignificant' | 'counts' | 'share'>;

/** The rate of a label or parameter is that among all replies. */
function testOutcome(whole: PeriodPair, { segment, before, after }: SegmentPair): TestedCause {
  const tested = { before: amongAll(before, whole.before), after: amongAll(after, whole.after) };
  const share = { before: 1, after: 1 };
  return testWithin(whole, tested, { segment, isSignificant: false, counts: tested, share });
}

function testWithin(whole: PeriodPair, tested: PeriodPair, common: CommonFields): TestedCause {
  const { estimate, standardError, pValue, minPValue } = testDifference(tested.before, tested.after);
  const { within, weight } = contributionOf(whole, tested);
  return {
    ...common,
    kind: 'within',
    contribution: within,
    weight,
    standardError: weight * standardError,
    evidence: inErrors(estimate, standardError),
    tested,
    pValue,
    minPValue,
  };
}

/** A share that moves changes nothing unless the rate differs from that of the other replies: both are tested. */
function testMix(whole: PeriodPair, { before, after }: PeriodPair, common: CommonFields): TestedCause {
  const tested = { before: amongAll(before, whole.before), after: amongAll(after, whole.after) };
  const ofShare = testDifference(tested.before, tested.after);
  const replies = addSums(before, after);
  const allReplies = addSums(whole.before, whole.after);
  const ofRate = testDifference(outsideOf(replies, allReplies), replies);
  const { mix, distance } = contributionOf(whole, { before, after });
  const otherShare = 1 - replies.outcomes / allReplies.outcomes;
  return {
    ...common,
    kind: 'mix',
    contribution: mix,
    weight: distance,
    standardError: Math.hypot(
      distance * ofShare.standardError,
      ofShare.estimate * otherShare * ofRate.standardError,
    ),
    evidence: Math.min(
      inErrors(ofShare.estimate, ofShare.standardError),
      inErrors(ofRate.estimate, ofRate.standardError),
    ),
    tested,
    pValue: Math.max(ofShare.pValue, ofRate.pValue),
    minPValue: Math.max(ofShare.minPValue, ofRate.minPValue),
  };
}

function contributionOf(whole: PeriodPair, part: PeriodPair): RateContribution {
  return rateContribution([part.before, part.after], [whole.before, whole.after]);
}

function inErrors(estimate: number, standardError: number): number {
  return estimate === 0 ? 0 : Math.abs(estimate) / standardError;
}
