import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentSpans, makeAgentSpans } from '../../bench/agent-spans';
import { makeRandom } from '../../bench/analytics/random';
import { encodeExport } from '../../bench/ingestion-load';
import { groupBy } from '../../src/platform/group-by';
import { owner } from '../support/api';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { useStack } from '../support/use-stack';

const EXPORTERS = 100;
const BATCH_SPANS = 512;
const RETRY_PAUSE_MS = 200;
/** The statuses that OpenTelemetry's exporters retry. */
const RETRYABLE = [429, 502, 503, 504];

const service = useStack(new ModelServer());
const random = makeRandom('exporters');

type Span = ReturnType<typeof makeAgentSpans>[number];

/** Sends an export as OpenTelemetry's exporters do: again until it is acknowledged. */
async function exportSpans(spans: Span[]): Promise<void> {
  const body = encodeExport(spans);
  for (;;) {
    const response = await fetch(`${service.stack.url}/v1/traces`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.apiKey}`,
        'x-workspace-id': service.workspaceId,
        'content-type': 'application/x-protobuf',
        'content-encoding': 'gzip',
      },
      body,
    }).catch(() => null);
    const received = await response?.text().catch(() => null);
    if (response?.status === 200 && received === '') return;
    if (response?.status === 200 && received !== null) throw new Error(`Spans were rejected: ${received}`);
    if (response && ![200, ...RETRYABLE].includes(response.status)) {
      throw new Error(`An export was not accepted: ${response.status} ${received}`);
    }
    await sleep(RETRY_PAUSE_MS);
  }
}

/** Kills the process that runs now, which may have been restarted before. */
function kill(name: 'api' | 'mongod'): void {
  const { pids } = JSON.parse(readFileSync(join(service.dataDir, 'engines.json'), 'utf8'));
  process.kill(pids[name], 'SIGKILL');
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Spans about other things, as the same SDK exports them. */
function webSpans(count: number): Span[] {
  const traceId = randomBytes(16).toString('base64');
  return Array.from({ length: count }, () => ({
    traceId,
    spanId: randomBytes(8).toString('base64'),
    name: 'GET',
    kind: 3,
    startTimeUnixNano: '1768435200000000000',
    endTimeUnixNano: '1768435200100000000',
    attributes: [{ key: 'http.request.method', value: { stringValue: 'GET' } }],
  }));
}

const conversationIdOf = ({ attributes }: Span) =>
  (attributes as { key: string; value: { stringValue: string } }[]).find(
    ({ key }) => key === 'gen_ai.conversation.id',
  )?.value.stringValue ?? '';

/** One line for each message of the conversations that `makeAgentSpans` makes. */
function expectedLines(id: string, turns: number): string[] {
  const ofTurn = (turn: number) => [
    `user: Which boats leave on day ${turn + 1} of our stay?`,
    `assistant calls ${id}-${turn}`,
    `result of ${id}-${turn}`,
    `assistant: On day ${turn + 1} you can leave at nine or at four.`,
  ];
  return [
    'system: You help travellers on a lake.',
    ...Array.from({ length: turns }, (_, turn) => ofTurn(turn)),
  ].flat();
}

interface ExportedMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** The stored conversations with a line for each message, by external id. */
async function storedLines(): Promise<Map<string, string[]>> {
  const text = await eventually(async () => {
    const response = await fetch(`${service.stack.url}/v1/conversations/export`, {
      headers: { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': service.workspaceId },
    }).catch(() => null);
    return response?.status === 200 && response.text();
  }, 30_000);
  const conversations = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { external_id: string; messages: ExportedMessage[] } => JSON.parse(line));
  // A duplicate conversation shows as additional lines.
  const byId = groupBy(conversations, ({ external_id }) => external_id);
  return new Map([...byId].map(([id, same]) => [id, same.flatMap(({ messages }) => messages).map(lineOf)]));
}

function lineOf({ role, content, tool_calls, tool_call_id }: ExportedMessage): string {
  if (tool_calls) return `${role} calls ${tool_calls.map(({ id }) => id).join(' ')}`;
  return tool_call_id ? `result of ${tool_call_id}` : `${role}: ${content}`;
}

/** The ids of new conversations with their spans. */
function makeConversations(settings: AgentSpans): Map<string, Span[]> {
  return groupBy(makeAgentSpans(settings), conversationIdOf);
}

it('stores each message of 100 concurrent exporters once, although api and mongod are killed', async () => {
  const turns = 3;
  const conversations = makeConversations({ conversations: EXPORTERS, turns });
  const ofExporter: Span[][] = Array.from({ length: EXPORTERS }, () => []);
  for (const [index, spans] of [...conversations.values()].entries()) {
    // The spans of a conversation come from two processes.
    for (const [at, span] of spans.entries()) ofExporter[(index + (at % 2)) % EXPORTERS]?.push(span);
  }
  const kills: ('api' | 'mongod')[] = ['api', 'mongod'];
  let acknowledged = 0;

  await Promise.all(
    ofExporter.map(async (own) => {
      const mixed = shuffle(own);
      const share = Math.ceil(mixed.length * 0.6);
      // Some spans are in both batches.
      for (const part of [mixed.slice(0, share), mixed.slice(-share)]) {
        await exportSpans(shuffle([...part, ...webSpans(BATCH_SPANS - part.length)]));
        acknowledged += 1;
        if (acknowledged % 60 === 0) {
          const victim = kills.shift();
          if (victim !== undefined) kill(victim);
        }
      }
    }),
  );

  expect([acknowledged, kills]).toEqual([2 * EXPORTERS, []]);
  const stored = await storedLines();
  expect([...stored.keys()].sort()).toEqual([...conversations.keys()].sort());
  for (const [id, lines] of stored) expect(lines).toEqual(expectedLines(id, turns));
}, 120_000);

it('assembles 2,000 spans of one conversation in order, although both are killed between batches', async () => {
  const turns = 500;
  const [[id, spans] = ['', []]] = makeConversations({ conversations: 1, turns, maxMessages: 20 });
  const mixed = shuffle(spans);
  const batches: Span[][] = [];
  for (let start = 0; start < mixed.length; start += BATCH_SPANS - 64) {
    batches.push(mixed.slice(start, start + BATCH_SPANS)); // the last 64 come again with the next batch
  }

  for (const [index, batch] of batches.entries()) {
    await exportSpans(batch);
    if (index === 1) for (const victim of ['api', 'mongod'] as const) kill(victim);
  }

  expect(spans).toHaveLength(2000);
  expect((await storedLines()).get(id)).toEqual(expectedLines(id, turns));
}, 120_000);
