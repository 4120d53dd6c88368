import Table from 'cli-table3';
import { type Goal, goalLine, machineFacts, saveReport } from '../report-file';
import type { Latency } from './steady-load';

const SLOWEST = 5;

export interface LeaseRound {
  kind: 'heartbeat' | 'bare update';
  latency: Latency;
}

export interface LeaseMeasurements {
  runners: number;
  /** Between two calls of one runner. */
  periodMs: number;
  claimsPerSecond: number;
  /** Load average over a minute, before and after, to detect other load. */
  loadBefore: number;
  loadAfter: number;
  rounds: LeaseRound[];
}

/** Prints machine, table and goal on stdout. */
export function printReport(measurements: LeaseMeasurements): void {
  const { cores, cpu, node } = machineFacts();
  const { runners, claimsPerSecond, rounds, loadBefore, loadAfter } = measurements;
  const table = new Table({ head: [`${runners} runners`, 'calls', 'calls/s', 'p50 ms', 'p99 ms'] });
  for (const { kind, latency } of rounds) {
    const { calls, callsPerSecond, p50Ms, p99Ms } = latency;
    table.push([kind, calls, callsPerSecond.toFixed(1), p50Ms.toFixed(1), p99Ms.toFixed(1)]);
  }
  const lines = [
    `${cores} cores (${cpu}), Node ${node}, load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`,
    `${claimsPerSecond.toFixed(1)} claims/s`,
    table.toString(),
    goalLine(goalOf(measurements)),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Writes all measurements; returns the path. */
export function writeReport(measurements: LeaseMeasurements): string {
  return saveReport('runs-', { goals: [goalOf(measurements)], ...measurements });
}

function goalOf({ rounds }: LeaseMeasurements): Goal {
  const measured = meanP99(rounds, 'heartbeat') / meanP99(rounds, 'bare update');
  const name = `p99 of heartbeats to that of bare updates (goal: at most ${SLOWEST})`;
  return { name, measured, isHeld: measured <= SLOWEST };
}

function meanP99(rounds: LeaseRound[], kind: LeaseRound['kind']): number {
  const values = rounds.filter((round) => round.kind === kind).map(({ latency }) => latency.p99Ms);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
