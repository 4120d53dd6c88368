import { isDeepStrictEqual } from 'node:util';
import { quantile } from '../../packages/statistics';
import type { AnalyticsService } from '../../src/analytics/analytics.service';
import { naive } from './naive';
import type { BenchWindow } from './naive-stages';
import type { Random } from './random';
import { DAYS, FIRST_DAY } from './workload';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_NAIVE_MS = 20_000;

export interface Timing {
  question: string;
  window: string;
  p50Ms: number;
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
  const ask = ({ workspaceId, start, end }: BenchWindow) => ({
    workspaceId,
    filter: `created_at >= "${new Date(start).toISOString()}" AND created_at < "${new Date(end).toISOString()}"`,
    signal: new AbortController().signal,
  });
  const bucketOf = ({ start, end }: BenchWindow) => (end - start > 32 * DAY_MS ? 'day' : 'hour');
  return {
    'agent-tool-stats': {
      ours: (window: BenchWindow) => analytics.toolStats(ask(window)).then(({ tools }) => tools),
      naive: naive.toolStats,
    },
    'agent-summary-stats': {
      ours: (window: BenchWindow) => analytics.summaryStats(ask(window)),
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
    elapsed.sort((one, other) => one - other);
    const first = places[0];
    const compared =
      hasNaive && first !== undefined
        ? await compare(
            () => ours(first),
            () => reference(first),
          )
        : null;
    timings.push({
      question,
      window: kind.name,
      p50Ms: quantile(elapsed, 0.5) ?? 0,
      p99Ms: quantile(elapsed, 0.99) ?? 0,
      naiveMs: compared?.naiveMs ?? null,
      isIdentical: compared?.isIdentical ?? null,
    });
  }
  return timings;
}

/** Short naive runs are repeated, because the first one also fills the cache. */
async function compare(
  ours: () => Promise<unknown>,
  reference: () => Promise<unknown>,
): Promise<{ naiveMs: number; isIdentical: boolean }> {
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
