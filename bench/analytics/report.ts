import Table from 'cli-table3';
import { type Goal, goalLine, machineFacts, saveReport } from '../report-file';
import type { LoadSpeed } from './load';
import type { Timing } from './questions';

const MILLION = 1_000_000;

export interface AnalyticsMeasurements {
  load: LoadSpeed;
  rawMessagesPerSecond: number;
  /** Computing every rollup after the load. */
  rollupSeconds: number;
  timings: Timing[];
  /** All queries at once, with a filter by one value of a dimension. */
  overviews: Timing[];
  /** One-day windows over a tenth of the messages in the same period. */
  fewer: { messages: number; timings: Timing[] };
  loadBefore: number;
  loadAfter: number;
}

/** Prints machine, tables and goals on stdout. */
export function printReport(measurements: AnalyticsMeasurements): void {
  const { load, rawMessagesPerSecond, rollupSeconds, timings, fewer } = measurements;
  const { cores, cpu, node } = machineFacts();
  const lines = [
    `${cores} cores (${cpu}), Node ${node}, load average ${measurements.loadBefore.toFixed(1)} before, ${measurements.loadAfter.toFixed(1)} after`,
    `${load.messages} messages stored at ${load.messagesPerSecond.toFixed(0)}/s (insertMany alone: ${rawMessagesPerSecond.toFixed(0)}/s), ` +
      `${load.evaluations} evaluations at ${load.evaluationsPerSecond.toFixed(0)}/s, rollups made in ${rollupSeconds.toFixed(1)} s`,
    timingTable(timings),
    timingTable(measurements.overviews),
    `One day over ${fewer.messages} messages`,
    timingTable(fewer.timings),
    ...goalsOf(measurements).map(goalLine),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Writes all measurements; returns the path. */
export function writeReport(measurements: AnalyticsMeasurements): string {
  return saveReport('analytics-', { goals: goalsOf(measurements), ...measurements });
}

function goalsOf({ load, rawMessagesPerSecond, timings, overviews, fewer }: AnalyticsMeasurements): Goal[] {
  const share = load.messagesPerSecond / rawMessagesPerSecond;
  const wide = timings.filter(({ window }) => window === 'everything');
  const ratios = wide.map(({ naiveMs, p50Ms }) => (naiveMs ?? 0) / p50Ms);
  const growths = fewer.timings.map(({ question, window, p99Ms }) => {
    const grown = timings.find((timing) => timing.question === question && timing.window === window);
    return (grown?.p99Ms ?? 0) / p99Ms;
  });
  const slowest = Math.max(...overviews.map(({ p95Ms }) => p95Ms));
  const maxOverviewMs = load.messages > MILLION ? 1000 : 300;
  const least = Math.min(...ratios);
  const most = Math.max(...growths);
  return [
    {
      name: 'messages/s stored (goal: at least 5000)',
      measured: load.messagesPerSecond,
      isHeld: load.messagesPerSecond >= 5000,
    },
    { name: 'of insertMany alone (goal: at least 0.25)', measured: share, isHeld: share >= 0.25 },
    {
      name: 'times as fast as naive over everything, the least (goal: 20)',
      measured: least,
      isHeld: least >= 20,
    },
    {
      name: 'p99 of one day against fewer messages, the most (goal: at most 3)',
      measured: most,
      isHeld: most <= 3,
    },
    {
      name: `ms p95 of an overview of one value, the slowest (goal: at most ${maxOverviewMs})`,
      measured: slowest,
      isHeld: slowest <= maxOverviewMs,
    },
  ];
}

function timingTable(timings: Timing[]): string {
  const table = new Table({
    head: ['question', 'window', 'p50 ms', 'p95 ms', 'p99 ms', 'naive ms', 'naive / p50', 'identical'],
  });
  for (const { question, window, p50Ms, p95Ms, p99Ms, naiveMs, isIdentical } of timings) {
    const naive = naiveMs === null ? ['', ''] : [naiveMs.toFixed(0), (naiveMs / p50Ms).toFixed(1)];
    table.push([
      question,
      window,
      p50Ms.toFixed(1),
      p95Ms.toFixed(1),
      p99Ms.toFixed(1),
      ...naive,
      isIdentical ?? '',
    ]);
  }
  return table.toString();
}
