import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { Command } from 'commander';
import { type AnalyticsService, createAnalyticsService } from '../../src/analytics/analytics.service';
import { createRollupRefresher } from '../../src/analytics/rollup-refresher';
import { createInvalidationService } from '../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../src/conversations/conversation.service';
import { exitAfter, log, measureOn } from '../run-benchmark';
import { startBenchMongod } from './bench-mongod';
import { loadWorkload, measureRawInsert } from './load';
import { measureOverviews, measureWindow, type Timing, windows } from './questions';
import { makeRandom } from './random';
import { type AnalyticsMeasurements, printReport, writeReport } from './report';

const NOTE_EVERY = 100_000;
const NO_LIMIT_MS = 3_600_000;

const load = () => os.loadavg()[0] ?? 0;
const conversations = createConversationService({ retentionOf: async () => null });
const analytics: AnalyticsService = createAnalyticsService({
  invalidation: createInvalidationService(),
  queryTimeoutMs: NO_LIMIT_MS,
});

/** `npm run bench:analytics`: compares analytics queries with naive aggregations over the stored messages. */
async function main({ messages }: { messages: number }): Promise<void> {
  const measurements = await measureOn(
    (signal) => startBenchMongod(signal, log),
    (_mongod, signal) => measure(messages, signal),
  );
  printReport(measurements);
  log(`Written to ${writeReport(measurements)}`);
  if ([...measurements.timings, ...measurements.overviews].some(({ isIdentical }) => isIdentical === false)) {
    throw new Error('A result differs from the naive one');
  }
}

async function measure(messageCount: number, signal: AbortSignal): Promise<AnalyticsMeasurements> {
  const loadBefore = load();
  const fewer = await fill(Math.ceil(messageCount / 10), signal);
  const day = windows[1];
  const random = makeRandom('windows');
  const fewerTimings = await measureWindow(analytics, fewer.workspaceId, day, random, false);
  const all = await fill(messageCount, signal);
  const rawMessagesPerSecond = await measureRawInsert(all.workspaceId);
  const timings: Timing[] = [];
  for (const kind of windows) {
    log(`Querying ${kind.name}`);
    timings.push(...(await measureWindow(analytics, all.workspaceId, kind, random, true)));
  }
  const overviews: Timing[] = [];
  for (const kind of windows.slice(1)) {
    log(`Querying segments in ${kind.name}`);
    const isShort = kind.name === '1 day';
    overviews.push(...(await measureOverviews(analytics, all.workspaceId, kind, random, isShort)));
  }
  return {
    load: all.speed,
    rawMessagesPerSecond,
    rollupSeconds: all.rollupSeconds,
    timings,
    overviews,
    fewer: { messages: fewer.speed.messages, timings: fewerTimings },
    loadBefore,
    loadAfter: load(),
  };
}

/** Creates a workspace with this many messages and all of its rollups. */
async function fill(messageCount: number, signal: AbortSignal) {
  const workspaceId = randomUUID();
  log(`Storing ${messageCount} messages`);
  let noted = 0;
  const speed = await loadWorkload(
    conversations,
    { workspaceId, messageCount, seed: `analytics ${messageCount}` },
    (stored) => {
      signal.throwIfAborted();
      if (stored - noted < NOTE_EVERY) return;
      noted = stored;
      log(`  ${stored}`);
    },
  );
  log(`  ${speed.messagesPerSecond.toFixed(0)} messages/s; computing rollups`);
  const start = performance.now();
  const logger = { warn: (facts: unknown) => log(JSON.stringify(facts)) };
  await createRollupRefresher({
    invalidation: createInvalidationService(),
    logger,
    signal,
  }).refresh(NO_LIMIT_MS);
  return { workspaceId, speed, rollupSeconds: (performance.now() - start) / 1000 };
}

exitAfter(
  new Command('bench:analytics')
    .option('--messages <count>', 'number of messages; a tenth of them is measured too', Number, 1_000_000)
    .action(main)
    .parseAsync(),
);
