import { currentTime } from '../platform/clock';
import { baseSize, chooseSize } from './adaptive-buckets';
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

/** The messages that a query covers. */
export interface AnalyticsQuery {
  workspaceId: string;
  /** A message filter with a lower and an upper bound of `created_at`. */
  filter: string;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/**
 * Queries over the messages of a workspace. A filter of time bounds, with at most one value of a dimension,
 * reads rollups; any other filter scans the messages it selects. Results are exact either way. Every query may throw a ValidationError about
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

    async toolStats(query: AnalyticsQuery): Promise<JudgedMessages & { tools: ToolStat[] }> {
      const rollup = await read(dependencies, query, ['tools', 'byToolCalls', 'callers', 'fragments']);
      return { ...judgedMessages(rollup.sums), tools: toolStats(rollup) };
    },

    async summaryStats(query: AnalyticsQuery): Promise<SummaryStats> {
      return summaryStats(await read(dependencies, query, ['byToolCalls', 'fragments']));
    },

    async labelDistribution(query: AnalyticsQuery): Promise<JudgedMessages & { labels: LabelCount[] }> {
      const { sums, labels } = await read(dependencies, query, ['labels']);
      return { ...judgedMessages(sums), labels: labelDistribution(labels) };
    },

    async parameterIssueRates(
      query: AnalyticsQuery,
      toolName: string,
    ): Promise<JudgedMessages & { parameters: ParameterIssueRate[] }> {
      const rollup = await read(dependencies, query, [
        'tools',
        'parameters',
        'callers',
        'callerParameters',
        'fragments',
      ]);
      return { ...judgedMessages(rollup.sums), parameters: parameterIssueRates(rollup, toolName) };
    },

    /**
     * Every bucket that the time range of the filter overlaps, including empty ones; `size` is in milliseconds.
     * A conversation may be in several buckets, and counts once in the total.
     * @throws ValidationError for too many
     */
    async issuesTimeseries(
      query: AnalyticsQuery,
      bucket: BucketChoice,
    ): Promise<{ size: number; buckets: TimeBucket[]; total: IssueCounts }> {
      const selection = selectMessages(query.filter);
      const { window } = selection;
      if (bucket !== 'auto') checkBuckets(window, bucket);
      const base = bucket === 'auto' ? baseSize(window) : bucketMs[bucket];
      const { workspaceId, signal } = query;
      const lists: RollupList[] = ['labels', 'fragments'];
      const parts = await readParts(dependencies, { workspaceId, lists, size: base, signal }, selection);
      const size = bucket === 'auto' ? chooseSize(window, parts.map(toEvaluated)) : base;
      const byStart = new Map<number, Rollup[]>(bucketStarts(window, size).map((start) => [start, []]));
      for (const { start, rollup } of parts) byStart.get(floorTo(start, size))?.push(rollup);
      const countAll = (rollups: Rollup[]) => issueCounts(merge(rollups, allTime));
      return {
        size,
        buckets: [...byStart].map(([startAt, rollups]) => ({ startAt, ...countAll(rollups) })),
        total: countAll(parts.map(({ rollup }) => rollup)),
      };
    },
  };
}

async function read(
  dependencies: AnalyticsDependencies,
  { workspaceId, filter, signal }: AnalyticsQuery,
  lists: readonly RollupList[],
): Promise<Rollup> {
  const query = { workspaceId, lists, size: Infinity, signal };
  const parts = await readParts(dependencies, query, selectMessages(filter));
  return merge(
    parts.map(({ rollup }) => rollup),
    allTime,
  );
}

function toEvaluated({ start, rollup }: RollupPart) {
  return { start, evaluatedMessages: rollup.sums.evaluatedMessages };
}
