import type { InvalidationService } from '../conversations/changed-periods/invalidation.service';
import { currentTime } from '../platform/clock';
import { withSnapshot } from '../platform/mongo/snapshot';
import { withinTimeLimit } from '../platform/mongo/time-limit';
import { baseSize, chooseSize } from './adaptive-buckets';
import { allTime, floorTo, HOUR_MS } from './interval';
import { merge } from './merge';
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
import { MAX_UNDIVIDED, type Snapshot } from './scan-messages';
import { scanParts, type WindowPart } from './scan-parts';
import { type Selection, selectMessages } from './selection';
import { type BucketChoice, bucketMs, bucketStarts, checkBuckets } from './time-buckets';
import { readWindow } from './window-reader';

/** The messages that a query covers. */
export interface AnalyticsQuery {
  workspaceId: string;
  /** A message filter with a lower and an upper bound of `created_at`. */
  filter: string;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}

export interface AnalyticsDependencies {
  invalidation: InvalidationService;
  /** Time limit of a query, in milliseconds. */
  queryTimeoutMs: number;
  /** The current time, for the expiry of messages. */
  now?: () => Date;
  maxUndivided?: number;
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

/**
 * Queries over the messages of a workspace. A filter of time bounds alone reads rollups; any other filter
 * scans the messages it selects. Results are exact either way. Every query may throw a ValidationError about
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
      const parts = await readParts(dependencies, query, selection, ['labels', 'fragments'], base);
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

/** Reads the selection in parts, each within one period of `size` milliseconds. */
async function readParts(
  { invalidation, queryTimeoutMs, now = currentTime, maxUndivided = MAX_UNDIVIDED }: AnalyticsDependencies,
  { workspaceId, signal }: AnalyticsQuery,
  { query, window, isTimeOnly }: Selection,
  lists: readonly RollupList[],
  size = Infinity,
): Promise<WindowPart[]> {
  const usesRollups = isTimeOnly && size >= HOUR_MS;
  return withinTimeLimit(queryTimeoutMs, signal, async (limit) => {
    if (usesRollups) {
      await invalidation.mergeMarks(workspaceId, { from: window.start, to: window.end }, limit);
    }
    return withSnapshot((session) => {
      const snapshot: Snapshot = {
        invalidation,
        workspaceId,
        session,
        limit,
        now: now(),
        maxUndivided,
      };
      return usesRollups ? readWindow(snapshot, { window, size, lists }) : scanParts(snapshot, query, size);
    }, limit);
  });
}

async function read(
  dependencies: AnalyticsDependencies,
  query: AnalyticsQuery,
  lists: readonly RollupList[],
): Promise<Rollup> {
  const parts = await readParts(dependencies, query, selectMessages(query.filter), lists);
  return merge(
    parts.map(({ rollup }) => rollup),
    allTime,
  );
}

function toEvaluated({ start, rollup }: WindowPart) {
  return { start, evaluatedMessages: rollup.sums.evaluatedMessages };
}
