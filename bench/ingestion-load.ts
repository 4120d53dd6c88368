import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { mediaTypes, traceSignal } from '../packages/formats';
import { groupBy } from '../src/platform/group-by';
import { type AgentSpans, makeAgentSpans, type OtlpSpan, spansOf } from './agent-spans';
import { measureApiCpu } from './api-cpu';

/** Of one export: 512 spans, the default of OpenTelemetry's batch processor. */
export const BATCH: AgentSpans = { conversations: 32, turns: 4 };
const EXPORTERS = 100;

/** Each turn is one export of 512 spans. */
const APPENDED: AgentSpans = { conversations: 128, turns: 5 };

export interface IngestionLoad {
  spansPerSecond: number;
  seconds: number;
}

/** How long export requests took, from the time at which they were due. */
export interface ExportLatencies {
  exports: number;
  spans: number;
  conversations: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Sends exports of 512 spans at a constant rate, from 100 exporters in turn, each on its own connection. A late
 * response does not delay the next export, and an export that waits counts from when it was due.
 * @throws Error when one is not accepted
 */
export async function loadIngestion(
  address: string,
  headers: Record<string, string>,
  { spansPerSecond, seconds }: IngestionLoad,
): Promise<ExportLatencies> {
  const batchSpans = spansOf(BATCH);
  const count = Math.max(1, Math.round((spansPerSecond * seconds) / batchSpans));
  const bodies = Array.from({ length: count }, () => encodeExport(makeAgentSpans(BATCH)));
  const agents = Array.from({ length: EXPORTERS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const begin = performance.now();
  try {
    const latencies = await Promise.all(
      bodies.map(async (body, index) => {
        const dueAt = begin + (index * batchSpans * 1000) / spansPerSecond;
        await sleep(dueAt - performance.now());
        await sendExport(new URL('/v1/traces', address), agents[index % EXPORTERS] as Agent, headers, body);
        return performance.now() - dueAt;
      }),
    );
    latencies.sort((one, other) => one - other);
    const quantile = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? 0;
    return {
      exports: count,
      spans: count * batchSpans,
      conversations: count * BATCH.conversations,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
    };
  } finally {
    for (const agent of agents) agent.destroy();
  }
}

/**
 * Milliseconds of each tenth of the exports of one conversation of 2,000 spans, 40 spans at a time. Its calls have the
 * latest 20 messages, as those of agents that run this long.
 */
export async function growConversation(address: string, headers: Record<string, string>): Promise<number[]> {
  const spans = makeAgentSpans({ conversations: 1, turns: 500, maxMessages: 20 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const tenths: number[] = [];
  try {
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const bodies = Array.from({ length: 5 }, (_, part) => {
        const start = (tenth * 5 + part) * 40;
        return encodeExport(spans.slice(start, start + 40));
      });
      const begin = performance.now();
      for (const body of bodies) await sendExport(new URL('/v1/traces', address), agent, headers, body);
      tenths.push(performance.now() - begin);
    }
  } finally {
    agent.destroy();
  }
  return tenths;
}

/**
 * Milliseconds of the api's processor time for each export of one more turn of 128 conversations, all of which are stored
 * already.
 */
export async function appendTurns(address: string, headers: Record<string, string>): Promise<number[]> {
  const spans = makeAgentSpans(APPENDED);
  const turnOf = ({ startTimeUnixNano }: OtlpSpan) => Math.floor(Number(startTimeUnixNano) / 60e9);
  const turns = [...groupBy(spans, turnOf)].sort(([one], [other]) => one - other);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const costs: number[] = [];
  try {
    for (const [, ofTurn] of turns) {
      const body = encodeExport(ofTurn);
      const send = () => sendExport(new URL('/v1/traces', address), agent, headers, body);
      costs.push((await measureApiCpu(address, send)).cpuMs);
    }
  } finally {
    agent.destroy();
  }
  return costs.slice(1);
}

/** The gzipped protobuf body of an export of these spans. */
export function encodeExport(spans: object[]): Buffer {
  const message = traceSignal.request.fromObject({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  return gzipSync(traceSignal.request.encode(message).finish());
}

/** @throws Error unless it is accepted, with all spans */
export async function sendExport(
  url: URL,
  agent: Agent,
  headers: Record<string, string>,
  body: Buffer,
): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const exported = { 'content-type': mediaTypes.protobuf, 'content-encoding': 'gzip' };
    request(url, { method: 'POST', agent, headers: { ...headers, ...exported } })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
  const received = await text(response);
  if (response.statusCode !== 200 || received !== '')
    throw new Error(`An export was not accepted: ${response.statusCode} ${received}`);
}
