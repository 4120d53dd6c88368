import { clusteredInterval, wilsonInterval } from '../../packages/statistics';
import type { IssueRate } from '../../src/analytics/rollup-stats';
import { groupBy } from '../../src/platform/group-by';

interface Outcome {
  conversationId: string;
  isFlagged: boolean;
}

/** The rate of outcomes, next to the rate of their conversations; null without any. */
export function referenceRate(outcomes: readonly Outcome[]): IssueRate | null {
  if (outcomes.length === 0) return null;
  const byConversation = groupBy(outcomes, ({ conversationId }) => conversationId);
  const clusters = [...byConversation.values()].map((own) => ({
    size: own.length,
    yes: own.filter(({ isFlagged }) => isFlagged).length,
  }));
  const sum = (of: (cluster: { size: number; yes: number }) => number) =>
    clusters.reduce((total, cluster) => total + of(cluster), 0);
  const flagged = sum(({ yes }) => Math.min(1, yes));
  return {
    rate: sum(({ yes }) => yes) / outcomes.length,
    interval: clusteredInterval({
      clusters: clusters.length,
      outcomes: outcomes.length,
      squaredOutcomes: sum(({ size }) => size * size),
      yes: sum(({ yes }) => yes),
      yesClusters: flagged,
      allYesClusters: sum(({ size, yes }) => Number(size === yes)),
      yesTimesOutcomes: sum(({ size, yes }) => size * yes),
      squaredYes: sum(({ yes }) => yes * yes),
    }),
    conversationCount: clusters.length,
    flaggedConversationCount: flagged,
    conversationInterval: wilsonInterval(flagged, clusters.length),
  };
}
