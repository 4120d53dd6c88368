import Table from 'cli-table3';
import type { DetectionRound, ExperimentRound, IngestionRound, Measurements } from './measurements';
import { type Goal, goalLine, machineFacts, saveReport } from './report-file';

/** Prints machine, tables and goals on stdout. */
export function printReport(measurements: Measurements): void {
  const facts = machineFacts();
  const print = (text: string) => process.stdout.write(`${text}\n`);
  print(`${facts.cores} cores (${facts.cpu}), ${facts.memoryGib} GiB, Node ${facts.node}, ${facts.platform}`);
  if (measurements.detections.length > 0) print(detectionTable(measurements.detections));
  if (measurements.experiments.length > 0) print(experimentTable(measurements.experiments));
  print(ingestionTable(measurements.ingestion));
  print(
    `One more turn of 128 conversations, ms of the api's CPU time: ${measurements.appended.map(Math.round).join(' ')}`,
  );
  print(
    `2,000 spans of one conversation, ms of each tenth: ${measurements.growth.map(Math.round).join(' ')}`,
  );
  for (const goal of goalsOf(measurements)) print(goalLine(goal));
}

/** Writes all measurements by round; returns the path. */
export function writeReport(measurements: Measurements): string {
  return saveReport('', { goals: goalsOf(measurements), ...measurements });
}

function goalsOf({ experiments, detections, ingestion, growth }: Measurements): Goal[] {
  const ofExperiments = windowsOf(experiments).flatMap((concurrency) =>
    (['extractive', 'pass-through'] as const).map((kind) => {
      const ratio = ratioToCeiling(experiments, kind, concurrency);
      const name = `${kind} items/s of the no-op ceiling's, concurrency ${concurrency} (goal: at least 0.7)`;
      return { name, measured: ratio, isHeld: ratio >= 0.7 };
    }),
  );
  const ofDetections = connectionsOf(detections).map((connections) => {
    const ratio =
      speedOf(detections, 'service', connections) / speedOf(detections, 'bare detector', connections);
    const name = `detections/s of the bare detector's, ${connections} connections (goal: at least 0.6)`;
    return { name, measured: ratio, isHeld: ratio >= 0.6 };
  });
  const p99Ms = Math.max(...ofKind(ingestion, 'service').map(({ latencies }) => latencies.p99Ms));
  return [
    {
      name: 'p99 ms of an export of 512 spans at 1,000 spans/s (goal: below 500)',
      measured: p99Ms,
      isHeld: p99Ms < 500,
    },
    growthGoal(growth),
    ...ofDetections,
    ...ofExperiments,
    ...historyGoals(experiments),
  ];
}

function historyGoals(experiments: ExperimentRound[]): Goal[] {
  const items = experiments.filter(({ kind }) => kind !== 'no-op');
  if (items.length === 0) return [];
  const events = Math.max(...items.map(({ cost, items: count }) => cost.events / count));
  return [{ name: 'history events per item (goal: at most 12)', measured: events, isHeld: events <= 12 }];
}

/** Cost that grows with the conversation would show in its last spans. */
function growthGoal(growth: number[]): Goal {
  const ratio = (growth.at(-1) ?? Number.NaN) / (growth[0] ?? Number.NaN);
  const name = 'time of the last tenth of a conversation of 2,000 spans, of the first (goal: at most 2)';
  return { name, measured: ratio, isHeld: ratio <= 2 };
}

function detectionTable(rounds: DetectionRound[]): string {
  const table = new Table({ head: ['detection', 'connections', 'requests/s', 'p50 ms', 'p99 ms'] });
  for (const connections of connectionsOf(rounds)) {
    for (const kind of ['bare detector', 'service'] as const) {
      table.push([
        kind,
        connections,
        speedOf(rounds, kind, connections).toFixed(0),
        mean(rounds, kind, connections, (load) => load.p50Ms).toFixed(1),
        mean(rounds, kind, connections, (load) => load.p99Ms).toFixed(1),
      ]);
    }
  }
  return table.toString();
}

function experimentTable(rounds: ExperimentRound[]): string {
  const table = new Table({
    head: ['experiment', 'concurrency', 'items/s', 'of ceiling', 'events/item', 'bytes/item'],
  });
  for (const concurrency of windowsOf(rounds)) {
    for (const kind of ['no-op', 'extractive', 'pass-through'] as const) {
      const { items, seconds, events, historyBytes } = total(rounds, kind, concurrency);
      table.push([
        kind,
        concurrency,
        (items / seconds).toFixed(0),
        ratioToCeiling(rounds, kind, concurrency).toFixed(2),
        (events / items).toFixed(1),
        (historyBytes / items).toFixed(0),
      ]);
    }
  }
  return table.toString();
}

function ingestionTable(rounds: IngestionRound[]): string {
  const table = new Table({ head: ['ingestion', 'spans', 'p50 ms', 'p99 ms', 'api CPU ms/export'] });
  for (const kind of ['bare store', 'service'] as const) {
    for (const { latencies, cpuMs } of ofKind(rounds, kind)) {
      const { spans, p50Ms, p99Ms } = latencies;
      table.push([kind, spans, p50Ms.toFixed(0), p99Ms.toFixed(0), cpuMs === null ? '' : cpuMs.toFixed(0)]);
    }
  }
  return table.toString();
}

function ofKind(rounds: IngestionRound[], kind: IngestionRound['kind']): IngestionRound[] {
  return rounds.filter((round) => round.kind === kind);
}

function windowsOf(rounds: ExperimentRound[]): number[] {
  return [...new Set(rounds.map(({ concurrency }) => concurrency))];
}

function ratioToCeiling(
  rounds: ExperimentRound[],
  kind: ExperimentRound['kind'],
  concurrency: number,
): number {
  const experiment = total(rounds, kind, concurrency);
  const ceiling = total(rounds, 'no-op', concurrency);
  return experiment.items / experiment.seconds / (ceiling.items / ceiling.seconds);
}

/** The sum of all rounds of a kind. */
function total(rounds: ExperimentRound[], kind: ExperimentRound['kind'], concurrency: number) {
  const sum = { items: 0, seconds: 0, events: 0, historyBytes: 0 };
  for (const round of rounds) {
    if (round.kind !== kind || round.concurrency !== concurrency) continue;
    sum.items += round.items;
    sum.seconds += round.cost.seconds;
    sum.events += round.cost.events;
    sum.historyBytes += round.cost.historyBytes;
  }
  return sum;
}

function connectionsOf(rounds: DetectionRound[]): number[] {
  return [...new Set(rounds.map(({ connections }) => connections))];
}

function speedOf(rounds: DetectionRound[], kind: DetectionRound['kind'], connections: number): number {
  return mean(rounds, kind, connections, (load) => load.requestsPerSecond);
}

function mean(
  rounds: DetectionRound[],
  kind: DetectionRound['kind'],
  connections: number,
  pick: (load: DetectionRound['load']) => number,
): number {
  const values = rounds
    .filter((round) => round.kind === kind && round.connections === connections)
    .map(({ load }) => pick(load));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
