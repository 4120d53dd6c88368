import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { Latency } from './steady-load';

const FOLDER = 'bench-results';
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
  /** Load average over a minute, before and after: what else the machine did. */
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
  const { ratio, isHeld } = goalOf(measurements);
  const lines = [
    `${cores} cores (${cpu}), Node ${node}, load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`,
    `${claimsPerSecond.toFixed(1)} claims/s`,
    table.toString(),
    `${isHeld ? 'held  ' : 'MISSED'}  p99 of heartbeats to that of bare updates (goal: at most ${SLOWEST}): ${ratio.toFixed(2)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Writes everything that was measured; answers the path. */
export function writeReport(measurements: LeaseMeasurements): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const path = join(FOLDER, `runs-${at.replaceAll(':', '-').slice(0, 19)}.json`);
  const report = { at, machine: machineFacts(), goal: goalOf(measurements), ...measurements };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}

function goalOf({ rounds }: LeaseMeasurements): { ratio: number; isHeld: boolean } {
  const ratio = meanP99(rounds, 'heartbeat') / meanP99(rounds, 'bare update');
  return { ratio, isHeld: ratio <= SLOWEST };
}

function meanP99(rounds: LeaseRound[], kind: LeaseRound['kind']): number {
  const values = rounds.filter((round) => round.kind === kind).map(({ latency }) => latency.p99Ms);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function machineFacts() {
  return {
    cores: os.availableParallelism(),
    cpu: os.cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
  };
}
