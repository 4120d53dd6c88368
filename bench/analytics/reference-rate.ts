import { clusteredInterval, wilsonInterval } from '../../packages/statistics';
import type { IssueRate } from '../../src/analytics/rollup-stats';

interface Outcome {
  conversationId: string;
  isFlagged: boolean;
}

/** The rate of outcomes, next to the rate of their conversations; null without any. */
export function referenceRate(outcomes: readonly Outcome[]): IssueRate | null {
  if (outcomes.length === 0) return null;
  const byConversation = new Map<string, boolean[]>();
  for (const { conversationId, isFlagged } of outcomes) {
    byConversation.set(conversationId, [...(byConversation.get(conversationId) ?? []), isFlagged]);
  }
  const clusters = [...byConversation.values()].map((flags) => ({
    size: flags.length,
    yes: flags.filter(Boolean).length,
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
