import type { Client } from '@temporalio/client';
import { connectTemporal } from '../src/platform/temporal/connection';
import { measureApiCpu } from './api-cpu';
import { loadDetection } from './detection-load';
import { importConversations, type Replies, runExperiment, runNoOps } from './experiment-throughput';
import { startHelper } from './helper-process';
import { appendTurns, growConversation, loadIngestion } from './ingestion-load';
import { type MeasuredService, startMeasuredService } from './measured-service';
import type { DetectionRound, ExperimentRound, IngestionRound, Measurements } from './measurements';
import { printReport, writeReport } from './report';
import { exitAfter, log, measureOn } from './run-benchmark';
import { readSampleConversations, type SampleConversation } from './sample-conversations';
import type { WorkflowCost } from './workflow-runs';

const ITEMS = 400;
const WINDOWS = [20, 100];
const ROUNDS = 2;
const CONNECTIONS = [8, 32];
const LOAD_SECONDS = 5;
const INGESTION = { spansPerSecond: 1000, seconds: 30 };

/**
 * `npm run bench`: measures the service and, in between, its upper bounds on the same engines. Rounds
 * alternate, so that other load on the machine affects both. `npm run bench -- ingestion` measures exports of traces only.
 */
async function main(): Promise<void> {
  const measure = process.argv.includes('ingestion') ? measureIngestion : measureAll;
  const measurements = await measureOn(startMeasuredService, measure);
  printReport(measurements);
  log(`Written to ${writeReport(measurements)}`);
}

async function measureAll(service: MeasuredService): Promise<Measurements> {
  const samples = readSampleConversations();
  const detections = await measureDetections(service, samples);
  const experiments = await measureExperiments(service, samples);
  return { ...(await measureIngestion(service)), experiments, detections };
}

async function measureIngestion({ api, key, mongodb_uri, dataDir }: MeasuredService): Promise<Measurements> {
  const bare = await startHelper('bare-span-store', dataDir, { MONGODB_URI: mongodb_uri });
  const headers = { authorization: `Bearer ${key}` };
  const rounds: IngestionRound[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [kind, address] of [
        ['bare store', bare.url],
        ['service', api],
      ] as const) {
        const load = round === 0 ? { ...INGESTION, seconds: LOAD_SECONDS } : INGESTION;
        const { result: latencies, cpuMs } = await measureApiCpu(api, () =>
          loadIngestion(address, headers, load),
        );
        log(
          `${describeRound(round)}: ${kind}, ${INGESTION.spansPerSecond} spans/s: p99 ${latencies.p99Ms.toFixed(0)} ms`,
        );
        const ofApi = kind === 'service' ? cpuMs / latencies.exports : null;
        if (round > 0) rounds.push({ kind, latencies, cpuMs: ofApi });
      }
    }
  } finally {
    await bare.stop();
  }
  const appended = await appendTurns(api, headers);
  return {
    experiments: [],
    detections: [],
    ingestion: rounds,
    appended,
    growth: await growConversation(api, headers),
  };
}

async function measureDetections(
  { api, key, dataDir }: MeasuredService,
  samples: SampleConversation[],
): Promise<DetectionRound[]> {
  const bare = await startHelper('bare-detector', dataDir, {});
  const targets = [
    { kind: 'bare detector', address: bare.url, headers: {} },
    { kind: 'service', address: api, headers: { authorization: `Bearer ${key}` } },
  ] as const;
  const rounds: DetectionRound[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const connections of round === 0 ? CONNECTIONS.slice(0, 1) : CONNECTIONS) {
        for (const { kind, address, headers } of targets) {
          const load = await loadDetection(address, headers, samples, { connections, seconds: LOAD_SECONDS });
          const speed = `${Math.round(load.requestsPerSecond)} requests/s`;
          log(`${describeRound(round)}: ${kind}, ${connections} connections: ${speed}`);
          if (round > 0) rounds.push({ kind, connections, load });
        }
      }
    }
  } finally {
    await bare.stop();
  }
  return rounds;
}

async function measureExperiments(
  service: MeasuredService,
  samples: SampleConversation[],
): Promise<ExperimentRound[]> {
  const taskQueue = 'bench-no-op';
  const address = service.temporal_address;
  const namespace = process.env.TEMPORAL_NAMESPACE || 'default';
  const temporal: Client = connectTemporal({ address, namespace, taskQueue, apiKey: null });
  const noOpWorker = await startHelper('no-op-worker', service.dataDir, {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_TASK_QUEUE: taskQueue,
    DATA_DIR: service.dataDir,
  });
  const rounds: ExperimentRound[] = [];
  const noOps = (concurrency: number) => runNoOps(temporal, taskQueue, { count: ITEMS, concurrency });
  const experiment = (replies: Replies, conversationIds: string[], concurrency: number) =>
    runExperiment(service, temporal, conversationIds, {
      model: replies === 'extractive' ? 'embedded/extractive' : replies,
      concurrency,
    });
  const note = (round: number, kind: ExperimentRound['kind'], concurrency: number, cost: WorkflowCost) => {
    const speed = `${Math.round(ITEMS / cost.seconds)} items/s`;
    log(`${describeRound(round)}: ${kind}, concurrency ${concurrency}: ${speed}`);
    if (round > 0) rounds.push({ kind, concurrency, items: ITEMS, cost });
  };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const concurrency of round === 0 ? WINDOWS.slice(0, 1) : WINDOWS) {
        // As in production: original replies are judged once, and later experiments are compared with them.
        const ids = await importConversations(service, samples, ITEMS);
        note(round, 'no-op', concurrency, await noOps(concurrency));
        note(round, 'pass-through', concurrency, await experiment('pass-through', ids, concurrency));
        note(round, 'extractive', concurrency, await experiment('extractive', ids, concurrency));
      }
    }
  } finally {
    await noOpWorker.stop();
    await temporal.connection.close();
  }
  return rounds;
}

/** The first round is a warm-up and is not counted. */
function describeRound(round: number): string {
  return round === 0 ? 'Warming up' : `Round ${round} of ${ROUNDS}`;
}

exitAfter(main());
