import Table from 'cli-table3';
import { type Goal, goalLine, machineFacts, saveReport } from '../../../bench/report-file';
import type { GrowthPoint } from './growth';
import type { Speed } from './speed';

const FLAT = 2;
const SCALING = 0.7;

export interface DetectorMeasurements {
  /** Null for the conversations that are part of the benchmark. */
  data: string | null;
  oneThread: Speed;
  allCores: Speed;
  /** The result of `measureArithmetic`. */
  arithmeticScaling: number;
  growth: GrowthPoint[];
  peakRssMib: { oneThread: number; allCores: number };
}

/** Prints machine, tables and goals on stdout. */
export function printReport(measurements: DetectorMeasurements): void {
  const { oneThread, allCores, arithmeticScaling, growth, peakRssMib } = measurements;
  const { cores, cpu, node } = machineFacts();
  const rows = [
    `${cores} cores (${cpu}), Node ${node}`,
    speedTable([oneThread, allCores]),
    `All cores together do ${arithmeticScaling.toFixed(2)} of as many single threads' arithmetic`,
    growthTable(growth),
    `Peak resident memory: ${mib(peakRssMib.oneThread)} with one thread, ${mib(peakRssMib.allCores)} with all cores`,
    ...goalsOf(measurements).map(goalLine),
  ];
  process.stdout.write(`${rows.join('\n')}\n`);
}

/** Writes all measurements; returns the path. */
export function writeReport(measurements: DetectorMeasurements): string {
  return saveReport('detector-', { goals: goalsOf(measurements), ...measurements });
}

function goalsOf({ oneThread, allCores, growth }: DetectorMeasurements): Goal[] {
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
    'CPU ms/response',
    'bare pass, median ms',
  ]);
  for (const speed of speeds) {
    table.push([
      speed.threads,
      speed.responses,
      speed.responsesPerSecond.toFixed(0),
      ...[speed.medianMs, speed.p95Ms, speed.cpuMsPerResponse, speed.barePassMedianMs].map(
        (ms) => ms?.toFixed(3) ?? '–',
      ),
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
