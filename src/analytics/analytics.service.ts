import { currentTime } from '../platform/clock';
import { baseSize, chooseSize } from './adaptive-buckets';
import type { AnalyticsQuery, Sampled } from './analytics-query';
import { breakdown } from './breakdown';
import { allTime, floorTo } from './interval';
import { merge } from './merge';
import { type AnalyticsDependencies, type RollupPart, readParts } from './read-parts';
import type { Rollup } from './rollup';
import {
  type IssueCounts,
  issueCounts,
  type JudgedMessages,
  judgedMessages,
  type LabelCount,
  labelDistribution,
  type ParameterIssueRate,
  parameterIssueRates,
  type SummaryStats,
  summaryStats,
  type TimeBucket,
  type ToolStat,
  toolStats,
} from './rollup-stats';
import type { RollupList } from './rollup-text';
import { selectMessages } from './selection';
import { type BucketChoice, bucketMs, bucketStarts, checkBuckets } from './time-buckets';

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/**
 * Queries over the messages of a workspace. A filter of time bounds, with at most one value of a dimension,
 * reads rollups; any other filter scans the messages it selects, or those of a share of the conversations if that takes too long. Every query may throw a ValidationError about
 * the filter, or AppError query_timeout.
 */
export function createAnalyticsService(dependencies: AnalyticsDependencies) {
  const { invalidation, now = currentTime } = dependencies;
  return {
    /** The time up to which rollups include every stored change. */
    async refreshedThrough(workspaceId: string): Promise<Date> {
      const asOf = now();
      return (await invalidation.findOldestChange(workspaceId)) ?? asOf;
    },

    async toolStats(query: AnalyticsQuery): Promise<Sampled<JudgedMessages & { tools: ToolStat[] }>> {
      const { rollup, sampledShare } = await read(dependencies, query, [
        'tools',
        'byToolCalls',
        'callers',
        'fragments',
      ]);
      return { ...judgedMessages(rollup.sums), tools: toolStats(rollup), sampledShare };
    },

    async summaryStats(query: AnalyticsQuery): Promise<Sampled<SummaryStats>> {
      const { rollup, sampledShare } = await read(dependencies, query, ['byToolCalls', 'fragments']);
      return { ...summaryStats(rollup), sampledShare };
    },

    async labelDistribution(
      query: AnalyticsQuery,
    ): Promise<Sampled<JudgedMessages & { labels: LabelCount[] }>> {
      const { rollup, sampledShare } = await read(dependencies, query, ['labels']);
      return { ...judgedMessages(rollup.sums), labels: labelDistribution(rollup.labels), sampledShare };
    },

    async parameterIssueRates(
      query: AnalyticsQuery,
      toolName: string,
    ): Promise<Sampled<JudgedMessages & { parameters: ParameterIssueRate[] }>> {
      const { rollup, sampledShare } = await read(dependencies, query, [
        'tools',
        'parameters',
        'callers',
        'callerParameters',
        'fragments',
      ]);
      return {
        ...judgedMessages(rollup.sums),
        parameters: parameterIssueRates(rollup, toolName),
        sampledShare,
      };
    },

    /**
     * Every bucket that the time range of the filter overlaps, including empty ones; `size` is in milliseconds.
     * A conversation may be in several buckets, and counts once in the total.
     * @throws ValidationError for too many
     */
    async issuesTimeseries(
      query: AnalyticsQuery,
      bucket: BucketChoice,
    ): Promise<Sampled<{ size: number; buckets: TimeBucket[]; total: IssueCounts }>> {
      const selection = selectMessages(query.filter);
      const { window } = selection;
      if (bucket !== 'auto') checkBuckets(window, bucket);
      const base = bucket === 'auto' ? baseSize(window) : bucketMs[bucket];
      const { workspaceId, signal } = query;
      const lists: RollupList[] = ['labels', 'fragments'];
      const partsQuery = { workspaceId, lists, size: base, signal };
      const { parts, sampledShare } = await readParts(dependencies, partsQuery, selection);
      const size = bucket === 'auto' ? chooseSize(window, parts.map(toEvaluated)) : base;
      const byStart = new Map<number, Rollup[]>(bucketStarts(window, size).map((start) => [start, []]));
      for (const { start, rollup } of parts) byStart.get(floorTo(start, size))?.push(rollup);
      const countAll = (rollups: Rollup[]) => issueCounts(merge(rollups, allTime));
      return {
        size,
        buckets: [...byStart].map(([startAt, rollups]) => ({ startAt, ...countAll(rollups) })),
        total: countAll(parts.map(({ rollup }) => rollup)),
        sampledShare,
      };
    },

    breakdown: breakdown.bind(null, dependencies),
  };
}

async function read(
  dependencies: AnalyticsDependencies,
  { workspaceId, filter, signal }: AnalyticsQuery,
  lists: readonly RollupList[],
): Promise<{ rollup: Rollup; sampledShare: number | null }> {
  const query = { workspaceId, lists, size: Infinity, signal };
  const { parts, sampledShare } = await readParts(dependencies, query, selectMessages(filter));
  const rollup = merge(
    parts.map((part) => part.rollup),
    allTime,
  );
  return { rollup, sampledShare };
}

function toEvaluated({ start, rollup }: RollupPart) {
  return { start, evaluatedMessages: rollup.sums.evaluatedMessages };
}
