import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { makeAgentSpans } from '../agent-spans';
import { encodeExport, sendExport } from '../ingestion-load';
import { type MeasuredService, startMeasuredService } from '../measured-service';
import { exitAfter, log, measureOn } from '../run-benchmark';
import { type BilledActions, countActions, sumActions } from './billed-actions';

/** 8 conversations of 5 messages a second are 100 million messages a month. */
const LOADS = [
  { name: '100 M messages a month, in one workspace', conversations: 4, everyMs: 500, seconds: 60 },
  { name: 'one conversation every 20 s', conversations: 1, everyMs: 20_000, seconds: 60 },
];

interface Row {
  name: string;
  conversations: number;
  actions: BilledActions;
}

/** `npm run bench:actions`: counts the Temporal actions of online evaluation by the embedded evaluator. */
async function measure(service: MeasuredService): Promise<void> {
  const { temporal_address: address, mongodb_uri } = service;
  const client = connectTemporal({ address, namespace: 'default', taskQueue: 'assay', apiKey: null });
  await mongoose.connect(mongodb_uri);
  const workspaceId = await turnOn();
  const rows: Row[] = [];
  let before = await countActions(client, workspaceId);
  for (const { name, ...load } of LOADS) {
    const conversations = await sendTraces(service, load);
    await untilNothingIsDue();
    const after = await countActions(client, workspaceId);
    rows.push({ name, conversations, actions: subtract(after, before) });
    before = after;
  }
  print(rows);
  await mongoose.disconnect();
  await client.connection.close();
}

/** The key of the benchmark may not change settings of its workspace. */
async function turnOn(): Promise<string> {
  const workspaces = mongoose.connection.collection<{ _id: string }>('workspaces');
  const workspace = await workspaces.findOneAndUpdate({}, { $set: { 'onlineEvaluation.isEnabled': true } });
  if (workspace === null) throw new Error('There is no workspace');
  return workspace._id;
}

async function sendTraces(
  { api, key }: MeasuredService,
  { conversations, everyMs, seconds }: { conversations: number; everyMs: number; seconds: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const count = Math.round((seconds * 1000) / everyMs);
  const begin = performance.now();
  for (let index = 0; index < count; index += 1) {
    await sleep(begin + index * everyMs - performance.now());
    const body = encodeExport(makeAgentSpans({ conversations, turns: 1 }));
    await sendExport(new URL('/v1/traces', api), agent, { authorization: `Bearer ${key}` }, body);
  }
  agent.destroy();
  return count * conversations;
}

async function untilNothingIsDue(): Promise<void> {
  const due = mongoose.connection.collection('due_evaluations');
  while ((await due.countDocuments()) > 0) await sleep(500);
  // The workflow closes after its last activity, and visibility lists that a little later.
  await sleep(5000);
}

function subtract(after: BilledActions, before: BilledActions): BilledActions {
  const kinds = Object.keys(after) as (keyof BilledActions)[];
  return Object.fromEntries(
    kinds.map((kind) => [kind, after[kind] - before[kind]]),
  ) as unknown as BilledActions;
}

function print(rows: readonly Row[]): void {
  for (const { name, conversations, actions } of rows) {
    const perConversation = (sumActions(actions) / conversations).toFixed(2);
    log(`${name}: ${conversations} conversations, ${perConversation} actions each`);
    process.stdout.write(`${JSON.stringify({ name, conversations, perConversation, ...actions })}\n`);
  }
}

exitAfter(measureOn(startMeasuredService, measure));
