import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import type { GrowthPoint } from './growth';
import type { Speed } from './speed';

const FOLDER = 'bench-results';
const FLAT = 2;
const SCALING = 0.7;

export interface DetectorMeasurements {
  /** Null for the conversations that come with the benchmark. */
  data: string | null;
  oneThread: Speed;
  allCores: Speed;
  growth: GrowthPoint[];
  peakRssMib: { oneThread: number; allCores: number };
}

/** Prints machine, tables and goals on stdout. */
export function printReport(measurements: DetectorMeasurements): void {
  const { oneThread, allCores, growth, peakRssMib } = measurements;
  const { cores, cpu, node } = machineFacts();
  const rows = [
    `${cores} cores (${cpu}), Node ${node}`,
    speedTable([oneThread, allCores]),
    growthTable(growth),
    `Peak resident memory: ${mib(peakRssMib.oneThread)} with one thread, ${mib(peakRssMib.allCores)} with all cores`,
    ...goalsOf(measurements).map(
      ({ name, measured, isHeld }) => `${isHeld ? 'held  ' : 'MISSED'}  ${name}: ${measured.toFixed(2)}`,
    ),
  ];
  process.stdout.write(`${rows.join('\n')}\n`);
}

/** Writes everything that was measured; answers the path. */
export function writeReport(measurements: DetectorMeasurements): string {
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const path = join(FOLDER, `detector-${at.replaceAll(':', '-').slice(0, 19)}.json`);
  const report = { at, machine: machineFacts(), goals: goalsOf(measurements), ...measurements };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}

function machineFacts() {
  return {
    cores: os.availableParallelism(),
    cpu: os.cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
  };
}

function goalsOf({ oneThread, allCores, growth }: DetectorMeasurements) {
  const evidence = growth.filter(({ growing }) => growing === 'evidence');
  const perCharacter = evidence.slice(1).map(({ nsPerCharacter }) => nsPerCharacter);
  const flatness = Math.max(...perCharacter) / (perCharacter[0] ?? Number.NaN);
  const scaling = allCores.responsesPerSecond / (oneThread.responsesPerSecond * allCores.threads);
  return [
    {
      name: `most time per character of that at 10,000 characters, beyond them (goal: at most ${FLAT})`,
      measured: flatness,
      isHeld: flatness <= FLAT,
    },
    {
      name: `responses/s on all cores of as many single threads' (goal: at least ${SCALING})`,
      measured: scaling,
      isHeld: scaling >= SCALING,
    },
  ];
}

function speedTable(speeds: Speed[]): string {
  const table = makeTable([
    'threads',
    'responses',
    'responses/s',
    'median ms',
    'p95 ms',
    'bare pass, median ms',
  ]);
  for (const speed of speeds) {
    table.push([
      speed.threads,
      speed.responses,
      speed.responsesPerSecond.toFixed(0),
      ...[speed.medianMs, speed.p95Ms, speed.barePassMedianMs].map((ms) => ms?.toFixed(3) ?? '–'),
    ]);
  }
  return table.toString();
}

function growthTable(growth: GrowthPoint[]): string {
  const table = makeTable(['grows', 'characters', 'median ms', 'ns/character', 'bare pass', 'peak MiB']);
  for (const point of growth) {
    table.push([
      point.growing,
      point.characters.toLocaleString('en'),
      point.medianMs.toFixed(2),
      point.nsPerCharacter.toFixed(0),
      point.barePassNsPerCharacter.toFixed(0),
      point.peakRssMib.toFixed(0),
    ]);
  }
  return table.toString();
}

function makeTable(head: string[]): Table.Table {
  return new Table({ head, style: { head: [], border: [] } });
}

function mib(size: number): string {
  return `${size.toFixed(0)} MiB`;
}
