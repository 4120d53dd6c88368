import { addCluster, type ClusteredOutcomes, emptyOutcomes } from '../../packages/statistics';
import { explainChange } from '../../src/analytics/changes/explain-change';
import { type CountShared, foldCauses, type SharedReplies } from '../../src/analytics/changes/fold-causes';
import { type RankedCause, rankCauses } from '../../src/analytics/changes/rank-causes';
import { type PeriodPair, type SegmentPair, segmentKey } from '../../src/analytics/changes/segment';
import type { Dimension, Segment } from '../../src/analytics/segments';

interface SimulatedReply {
  isFlagged: boolean;
  /** The keys of its segments. */
  segments: readonly string[];
}

/** The replies of each conversation of a period. */
export type SimulatedPeriod = SimulatedReply[][];

export const keyOf = (dimension: Dimension, value: string | number) =>
  segmentKey({ dimension, value: String(value) });

/** Draws whether the replies of one conversation are flagged, each at its rate: beta-binomial outcomes. */
export function createFlagDraw(uniform: () => number, correlation: number): (rate: number) => boolean {
  const prior = 1 / correlation - 1;
  let replies = 0;
  let flagged = 0;
  return (rate) => {
    const isFlagged = uniform() < (rate * prior + flagged) / (prior + replies);
    replies += 1;
    flagged += Number(isFlagged);
    return isFlagged;
  };
}

const ALL = '';

/** The sums over conversations, of all replies and by segment. */
function countReplies(period: SimulatedPeriod): Map<string, ClusteredOutcomes> {
  const sums = new Map([[ALL, emptyOutcomes()]]);
  for (const replies of period) {
    const clusters = new Map<string, { yes: number; outcomes: number }>();
    const addReply = (key: string, isFlagged: boolean) => {
      const cluster = clusters.get(key) ?? { yes: 0, outcomes: 0 };
      cluster.outcomes += 1;
      cluster.yes += Number(isFlagged);
      clusters.set(key, cluster);
    };
    for (const { isFlagged, segments } of replies) {
      addReply(ALL, isFlagged);
      for (const key of segments) addReply(key, isFlagged);
    }
    for (const [key, cluster] of clusters) {
      const target = sums.get(key) ?? emptyOutcomes();
      addCluster(target, cluster);
      sums.set(key, target);
    }
  }
  return sums;
}

export function comparePeriods(
  before: SimulatedPeriod,
  after: SimulatedPeriod,
): { whole: PeriodPair; segments: SegmentPair[]; countShared: CountShared } {
  const [first, second] = [countReplies(before), countReplies(after)];
  const pairOf = (key: string): PeriodPair => ({
    before: first.get(key) ?? emptyOutcomes(),
    after: second.get(key) ?? emptyOutcomes(),
  });
  const keys = new Set([...first.keys(), ...second.keys()]);
  keys.delete(ALL);
  return {
    whole: pairOf(ALL),
    segments: [...keys].map((key) => {
      const [dimension, value] = JSON.parse(key) as [Dimension, string];
      return { segment: { dimension, value }, ...pairOf(key) };
    }),
    countShared: async (segment, exclusions) => ({
      before: shareReplies(before, segment, exclusions),
      after: shareReplies(after, segment, exclusions),
    }),
  };
}

export async function listCauses(before: SimulatedPeriod, after: SimulatedPeriod): Promise<RankedCause[]> {
  const { whole, segments, countShared } = comparePeriods(before, after);
  return rankCauses(await foldCauses(explainChange(whole, segments), countShared), 20);
}

function shareReplies(
  period: SimulatedPeriod,
  segment: Segment,
  exclusions: readonly Segment[],
): SharedReplies {
  const isIn = (reply: SimulatedReply, one: Segment) => reply.segments.includes(segmentKey(one));
  const replies = period
    .flat()
    .filter((reply) => isIn(reply, segment) && !exclusions.some((one) => isIn(reply, one)));
  // One conversation of each reply: only the numbers of replies are read.
  const { [ALL]: all = emptyOutcomes(), ...segments } = Object.fromEntries(
    countReplies(replies.map((reply) => [reply])),
  );
  return { all, segments: new Map(Object.entries(segments)) };
}
