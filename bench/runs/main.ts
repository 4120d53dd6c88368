import os from 'node:os';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { type MeasuredService, startMeasuredService } from '../measured-service';
import { exitAfter, log, measureOn } from '../run-benchmark';
import { startBareUpdates } from './bare-updates';
import { type LeaseMeasurements, type LeaseRound, printReport, writeReport } from './report';
import { claimConcurrently, createReadyRuns } from './run-load';
import { type Latency, loadSteadily } from './steady-load';

const RUNNERS = 200;
const ROUNDS = 2;
const PERIODS = 2;
const PERIOD_MS = 5_000; // of a lease of 15 s

const load = () => os.loadavg()[0] ?? 0;

/**
 * `npm run bench:runs`: claims and heartbeats of many runners, compared with bare Temporal updates on the
 * same engines.
 */
async function main(): Promise<void> {
  const measurements = await measureOn(startMeasuredService, measure);
  printReport(measurements);
  log(`Written to ${writeReport(measurements)}`);
}

async function measure(service: MeasuredService): Promise<LeaseMeasurements> {
  const loadBefore = load();
  log(`Preparing ${RUNNERS} runs`);
  await createReadyRuns(service, RUNNERS);
  const { claimed, claimsPerSecond } = await claimConcurrently(service, RUNNERS);
  log(`${RUNNERS} claims: ${claimsPerSecond.toFixed(1)} a second`);
  const heartbeats = claimed.map((held) => () => service.client.runs.heartbeat(held, { agent_turns: 1 }));
  const rounds = await compareWithBareUpdates(service, heartbeats);
  return { runners: RUNNERS, periodMs: PERIOD_MS, claimsPerSecond, loadBefore, loadAfter: load(), rounds };
}

/**
 * Rounds alternate, so that other load on the machine affects both; the first is a warm-up and is not
 * counted.
 */
async function compareWithBareUpdates(
  service: MeasuredService,
  heartbeats: (() => Promise<unknown>)[],
): Promise<LeaseRound[]> {
  const temporal = connectTemporal({
    address: service.temporal_address,
    namespace: process.env.TEMPORAL_NAMESPACE || 'default',
    taskQueue: '',
    apiKey: null,
  });
  const bare = await startBareUpdates(service, temporal, RUNNERS);
  const rounds: LeaseRound[] = [];
  const note = (round: number, kind: LeaseRound['kind'], latency: Latency) => {
    log(`Round ${round} of ${ROUNDS}: ${kind}: p99 ${latency.p99Ms.toFixed(1)} ms`);
    if (round > 0) rounds.push({ kind, latency });
  };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const pace = { periodMs: PERIOD_MS, periods: round === 0 ? 1 : PERIODS };
      note(round, 'bare update', await loadSteadily(bare.callers, pace));
      note(round, 'heartbeat', await loadSteadily(heartbeats, pace));
    }
  } finally {
    await bare.stop();
    await temporal.connection.close();
  }
  return rounds;
}

exitAfter(main());
