import { isDeepStrictEqual } from 'node:util';
import { quantile } from '../../packages/statistics';
import type { AnalyticsService } from '../../src/analytics/analytics.service';
import { toFilter } from '../../src/analytics/selection';
import { naive } from './naive';
import type { BenchWindow } from './naive-stages';
import type { Random } from './random';
import { DAYS, FIRST_DAY, segments } from './workload';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_NAIVE_MS = 20_000;
const OVERVIEWS = 20;

export interface Timing {
  question: string;
  window: string;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** The shortest of the naive runs. */
  naiveMs: number | null;
  isIdentical: boolean | null;
}

const everywhere = { start: FIRST_DAY, end: FIRST_DAY + (DAYS + 30) * DAY_MS };

/** The lengths of the windows, and the number of queries of each. */
export const windows = [
  { name: '1 hour', length: HOUR_MS, times: 100 },
  { name: '1 day', length: DAY_MS, times: 100 },
  { name: '30 days', length: 30 * DAY_MS, times: 50 },
  { name: 'everything', length: null, times: 50 },
] as const;
export type WindowKind = (typeof windows)[number];

const TOOL = 'tool_01';

interface Question {
  ours: (window: BenchWindow) => Promise<unknown>;
  naive: (window: BenchWindow) => Promise<unknown>;
}

function questionsOf(analytics: AnalyticsService): Record<string, Question> {
  const ask = ({ workspaceId, start, end, segment }: BenchWindow) => ({
    workspaceId,
    filter: [
      `created_at >= "${new Date(start).toISOString()}" AND created_at < "${new Date(end).toISOString()}"`,
      ...(segment === undefined ? [] : [toFilter(segment)]),
    ].join(' AND '),
    signal: new AbortController().signal,
  });
  const bucketOf = ({ start, end }: BenchWindow) => (end - start > 32 * DAY_MS ? 'day' : 'hour');
  return {
    'agent-tool-stats': {
      ours: (window: BenchWindow) => analytics.toolStats(ask(window)).then(({ tools }) => tools),
      naive: naive.toolStats,
    },
    'agent-summary-stats': {
      ours: (window: BenchWindow) =>
        analytics.summaryStats(ask(window)).then(({ sampledShare: _all, ...stats }) => stats),
      naive: naive.summaryStats,
    },
    'issues-label-distribution': {
      ours: (window: BenchWindow) => analytics.labelDistribution(ask(window)).then(({ labels }) => labels),
      naive: naive.labelDistribution,
    },
    'issues-timeseries': {
      ours: (window: BenchWindow) =>
        analytics.issuesTimeseries(ask(window), bucketOf(window)).then(({ buckets }) => buckets),
      naive: (window: BenchWindow) =>
        naive.issuesTimeseries(window, bucketOf(window) === 'day' ? DAY_MS : HOUR_MS),
    },
    'parameter-issue-rates': {
      ours: (window: BenchWindow) =>
        analytics.parameterIssueRates(ask(window), TOOL).then(({ parameters }) => parameters),
      naive: (window: BenchWindow) => naive.parameterIssueRates(window, TOOL),
    },
  };
}

/** Runs every query on windows of one kind at random positions; `hasNaive` compares the first results. */
export async function measureWindow(
  analytics: AnalyticsService,
  workspaceId: string,
  kind: WindowKind,
  random: Random,
  hasNaive: boolean,
): Promise<Timing[]> {
  const timings: Timing[] = [];
  for (const [question, { ours, naive: reference }] of Object.entries(questionsOf(analytics))) {
    const places = Array.from({ length: kind.times }, () => placeOf(kind, workspaceId, random));
    const elapsed: number[] = [];
    for (const window of places) elapsed.push((await timed(() => ours(window))).ms);
    const [first] = places;
    const comparison =
      hasNaive && first !== undefined
        ? await compare(
            () => ours(first),
            () => reference(first),
          )
        : null;
    timings.push(toTiming(question, kind, elapsed, comparison));
  }
  return timings;
}

/**
 * Runs all queries at once, as an overview does, on windows of one kind and one segment of each dimension; `hasNaive`
 * compares one query of each.
 */
export async function measureOverviews(
  analytics: AnalyticsService,
  workspaceId: string,
  kind: WindowKind,
  random: Random,
  hasNaive: boolean,
): Promise<Timing[]> {
  const questions = questionsOf(analytics);
  const { ours, naive: reference } = questions['issues-timeseries'] as Question;
  const timings: Timing[] = [];
  for (const segment of segments) {
    const elapsed: number[] = [];
    const place = () => ({ ...placeOf(kind, workspaceId, random), segment });
    for (let time = 0; time < OVERVIEWS; time += 1) {
      const window = place();
      const all = () => Promise.all(Object.values(questions).map((question) => question.ours(window)));
      elapsed.push((await timed(all)).ms);
    }
    // Drawn without a comparison too, so that later windows are the same.
    const first = place();
    const comparison = hasNaive
      ? await compare(
          () => ours(first),
          () => reference(first),
        )
      : null;
    timings.push(toTiming(`overview of one ${segment.dimension}`, kind, elapsed, comparison));
  }
  return timings;
}

interface Comparison {
  naiveMs: number;
  isIdentical: boolean;
}

function toTiming(
  question: string,
  { name }: WindowKind,
  elapsed: readonly number[],
  comparison: Comparison | null,
): Timing {
  const sorted = [...elapsed].sort((one, other) => one - other);
  return {
    question,
    window: name,
    p50Ms: quantile(sorted, 0.5) ?? 0,
    p95Ms: quantile(sorted, 0.95) ?? 0,
    p99Ms: quantile(sorted, 0.99) ?? 0,
    naiveMs: comparison?.naiveMs ?? null,
    isIdentical: comparison?.isIdentical ?? null,
  };
}

/** Short naive runs are repeated, because the first one also fills the cache. */
async function compare(ours: () => Promise<unknown>, reference: () => Promise<unknown>): Promise<Comparison> {
  const first = await timed(reference);
  let naiveMs = first.ms;
  for (let run = 1; run < 3 && naiveMs < MAX_NAIVE_MS; run += 1) {
    naiveMs = Math.min(naiveMs, (await timed(reference)).ms);
  }
  return { naiveMs, isIdentical: isDeepStrictEqual(await ours(), first.result) };
}

function placeOf({ length }: WindowKind, workspaceId: string, random: Random): BenchWindow {
  if (length === null) return { workspaceId, ...everywhere };
  const start = FIRST_DAY + random.below(DAYS * DAY_MS - length);
  return { workspaceId, start, end: start + length };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}
