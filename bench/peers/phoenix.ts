import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { freePort, pollUntil, runCommand, spawnEngine, terminateProcess } from '../../packages/engines';
import { makeAgentSpans, type OtlpSpan, spansOf } from '../agent-spans';
import { BATCH, encodeExport, sendExport } from '../ingestion-load';
import type { MeasuredService } from '../measured-service';
import { type Comparison, compareInRounds } from './comparison';
import { installOnce } from './install-once';
import { measureCpu } from './process-cpu';

const VERSION = '20.26.1';
const SPEED = 'spans/s until readable';
const EXPORTS = 8;
const CONNECTIONS = 4;
const POLL_MS = 500; // of Phoenix, a read takes a fraction of a core
const READY_LIMIT_MS = 120_000;
const READ_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 10_000;

interface Receiver {
  url: string;
  headers: Record<string, string>;
  /** Whether the trace or conversation of this span can be read, as complete as it was sent. */
  canRead(last: OtlpSpan): Promise<boolean>;
}

interface Phoenix extends Receiver {
  pid: number;
  pythonVersion: string;
  terminate(): Promise<void>;
}

const listSchema = z.object({ data: z.array(z.unknown()) });

/** Sends the same exports over the same connections, and polls until what they contained can be read. */
export async function compareWithPhoenix(
  service: MeasuredService,
  rounds: number,
  signal: AbortSignal,
): Promise<Comparison[]> {
  const phoenix = await startPhoenix(service.dataDir, signal);
  const assay: Receiver = {
    url: service.api,
    headers: { authorization: `Bearer ${service.key}` },
    canRead: (last) => canReadConversation(service, last),
  };
  const countOf = (round: number) => (round === 0 ? CONNECTIONS : EXPORTS);
  const spans = (round: number) => countOf(round) * spansOf(BATCH);
  const setting = `${spans(1)} spans`;
  const measure = (pids: Record<string, number | null>, receiver: Receiver) => async (round: number) => {
    const run = () => measureUntilReadable(receiver, countOf(round));
    const { result: seconds, cpuMs } = await measureCpu(pids, spans(round), run);
    return { perSecond: { [SPEED]: spans(round) / seconds }, cpuMs };
  };
  try {
    const comparison = await compareInRounds(
      { setting, peer: `Phoenix ${VERSION} on ${phoenix.pythonVersion} with SQLite`, rounds },
      measure({ phoenix: phoenix.pid }, phoenix),
      measure(service.pids, assay),
    );
    return [comparison];
  } finally {
    await phoenix.terminate();
  }
}

/** Seconds from the first export until the last conversation of each one can be read. */
async function measureUntilReadable(receiver: Receiver, count: number): Promise<number> {
  const batches = Array.from({ length: count }, () => makeAgentSpans(BATCH));
  const bodies = batches.map(encodeExport);
  const begin = performance.now();
  const waiting = [...bodies];
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sendAll(receiver, waiting)));
  for (const last of batches.map((batch) => batch.at(-1) as OtlpSpan)) {
    while (!(await receiver.canRead(last))) {
      if (performance.now() - begin > READ_LIMIT_MS) throw new Error('A span cannot be read');
      await sleep(POLL_MS);
    }
  }
  return (performance.now() - begin) / 1000;
}

async function sendAll({ url, headers }: Receiver, waiting: Buffer[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift())
      await sendExport(new URL('/v1/traces', url), agent, headers, body);
  } finally {
    agent.destroy();
  }
}

async function canReadConversation({ client }: MeasuredService, last: OtlpSpan): Promise<boolean> {
  const attributes = last.attributes as { key: string; value: { stringValue: string } }[];
  const id = attributes.find(({ key }) => key === 'gen_ai.conversation.id')?.value.stringValue ?? '';
  const { items } = await client.request('GET /v1/conversations', { query: { external_id: id } });
  return items[0]?.message_count === 1 + BATCH.turns * 4;
}

async function startPhoenix(dataDir: string, signal: AbortSignal): Promise<Phoenix> {
  const folder = await installOnce(`phoenix-${VERSION}`, async (partial) => {
    const pip = ['-m', 'pip', 'install', `arize-phoenix==${VERSION}`];
    await runCommand('python3', ['-m', 'venv', partial], { signal });
    await runCommand(join(partial, 'bin', 'python'), pip, { signal });
  });
  const python = join(folder, 'bin', 'python');
  const pythonVersion = (await runCommand(python, ['--version'])).trim();
  const [port, grpcPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const child = spawnEngine(
    python,
    ['-m', 'phoenix.server.main', 'serve'],
    join(dataDir, 'logs', 'phoenix.log'),
    {
      PHOENIX_WORKING_DIR: join(dataDir, 'phoenix'),
      PHOENIX_HOST: '127.0.0.1',
      PHOENIX_PORT: String(port),
      PHOENIX_GRPC_PORT: String(grpcPort),
      PHOENIX_TELEMETRY_ENABLED: 'false',
      PHOENIX_ALLOW_EXTERNAL_RESOURCES: 'false',
    },
  );
  const pid = child.pid;
  if (pid === undefined) throw new Error('Phoenix cannot be started');
  const terminate = () => terminateProcess(pid, STOP_LIMIT_MS);
  signal.addEventListener('abort', () => void terminate());
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return response.ok ? listSchema.parse(await response.json()).data.length : 0;
  };
  try {
    await pollUntil(async () => (await read('/v1/projects')) > 0, AbortSignal.timeout(READY_LIMIT_MS));
  } catch (error) {
    await terminate();
    throw error;
  }
  const canRead = async (last: OtlpSpan) => {
    const traceId = Buffer.from(String(last.traceId), 'base64').toString('hex');
    return (
      (await read(`/v1/projects/default/spans?trace_id=${traceId}`)) ===
      spansOf({ conversations: 1, turns: 1 })
    );
  };
  return { url, headers: {}, canRead, pid, pythonVersion, terminate };
}
