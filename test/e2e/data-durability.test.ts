import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { type AgentSpans, makeAgentSpans } from '../../bench/agent-spans';
import { makeRandom } from '../../bench/analytics/random';
import { encodeExport } from '../../bench/ingestion-load';
import { findOnlineEvaluation } from '../../src/access/workspaces/workspace-settings';
import { createOnlineEvaluationService } from '../../src/evaluation/online/online-evaluation.service';
import { groupBy } from '../../src/platform/group-by';
import { createLogger } from '../../src/platform/logging';
import { connectMongo, disconnectMongo } from '../../src/platform/mongo/connection';
import { awaitOpenTransactions } from '../../src/platform/mongo/open-transactions';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { isAlive } from '../support/stack';
import { useStack } from '../support/use-stack';
import { collectionsNaming } from '../support/workspace-traces';

const models = new ModelServer();
const service = useStack(models);

describe('online evaluation', () => {
  const REPLIES = 40;
  /** Number of replies in flight per activity. */
  const IN_FLIGHT = 10;
  /** Number of calls of a provider in flight by default. */
  const PROVIDER_CALLS = 16;
  afterAll(disconnectMongo);

  beforeAll(async () => {
    models.otherwise({ kind: 'slow', ms: 400, next: { kind: 'json', value: { findings: [] } } });
    await connectMongo(service.stack.mongodbUri, { appName: 'assay-test', serverSelectionTimeoutMs: 5000 });
  });

  /** A workspace whose replies a model judges. */
  async function makeWorkspace(): Promise<string> {
    const settings = { name: 'Watched', online_evaluation: { enabled: true } };
    const { body: workspace } = await service.stack.send('POST', '/v1/workspaces', { body: settings });
    const workspaceId: string = workspace.id;
    const judge = { name: 'Judge', kind: 'llm_judge', config: { model: 'judge' } };
    const { body: evaluator } = await service.stack.send('POST', '/v1/evaluators', {
      body: judge,
      workspaceId,
    });
    const path = `/v1/evaluators/${evaluator.id}`;
    await service.stack.send('PUT', path, { body: { is_default: true }, workspaceId });
    return workspaceId;
  }

  const turn = (index: number) => [
    { role: 'user', content: `What comes after ${index}?` },
    { role: 'assistant', content: `After ${index} comes ${index + 1}.` },
  ];

  it('loses and repeats no evaluation if the worker is killed in a transaction, with only the record in MongoDB', async () => {
    const workspaceId = await makeWorkspace();
    const messages = Array.from({ length: REPLIES }, (_, index) => turn(index)).flat();
    const body = makeConversation({ messages });
    const { body: conversation } = await service.stack.send('POST', '/v1/conversations', {
      body,
      workspaceId,
    });

    const { markDue } = createOnlineEvaluationService({
      workflows: { wake: async () => undefined },
      settingsOf: findOnlineEvaluation,
      debounce: { settleMs: 0, maxSettleMs: 0 },
      logger: createLogger('silent'),
    });
    await markDue(workspaceId, [conversation.id]);
    await eventually(async () => models.requests.length > IN_FLIGHT);
    const left = await mongoose.startSession();
    left.startTransaction();
    await mongoose.connection.collection('locked').insertOne({}, { session: left });
    service.kill('worker');

    const [evaluations] = await Promise.all([
      eventually(async () => {
        const read = await service.stack.send('GET', `/v1/conversations/${conversation.id}`, { workspaceId });
        return read.body.evaluations.length >= REPLIES && read.body.evaluations;
      }),
      // The server would end it after a minute.
      awaitOpenTransactions(AbortSignal.timeout(45_000)),
    ]);
    await left.endSession();
    const judged = evaluations.map((one: { message_id: string }) => one.message_id);
    expect(new Set(judged).size).toBe(REPLIES);
    expect(judged).toHaveLength(REPLIES);
    expect(models.requests.length).toBeLessThanOrEqual(REPLIES + IN_FLIGHT);
  });

  it('judges each stored reply once if the worker is killed in the middle of a backfill', async () => {
    const workspaceId = await makeWorkspace();
    const lines = Array.from({ length: REPLIES / 2 }, (_, index) =>
      JSON.stringify(makeConversation({ messages: [turn(2 * index), turn(2 * index + 1)].flat() })),
    );
    const stored = { body: lines.join('\n'), type: 'application/x-ndjson', workspaceId };
    expect((await service.stack.send('POST', '/v1/conversations', stored)).status).toBe(201);
    models.requests.length = 0;

    const request = { body: { filter: 'role = assistant' }, workspaceId };
    const { body: created } = await service.stack.send('POST', '/v1/evaluations', request);
    await eventually(async () => models.requests.length > PROVIDER_CALLS);
    const killed = service.kill('worker');
    await eventually(async () => !isAlive(killed));
    const storedEvaluations = await mongoose.connection
      .collection('evaluations')
      .countDocuments({ workspaceId });
    const lostCalls = models.requests.length - storedEvaluations;

    const ended = await eventually(async () => {
      const { body } = await service.stack.send('GET', `/v1/evaluations/${created.id}`, { workspaceId });
      return body.status !== 'running' && body;
    });
    expect(ended).toMatchObject({
      status: 'completed',
      conversations: { listed: REPLIES / 2, pending: 0, evaluated: REPLIES / 2, failed: 0, cancelled: 0 },
    });
    const evaluations = await mongoose.connection.collection('evaluations').find({ workspaceId }).toArray();
    expect(evaluations).toHaveLength(REPLIES);
    expect(new Set(evaluations.map(({ messageId }) => messageId)).size).toBe(REPLIES);
    expect(storedEvaluations).toBeGreaterThan(0);
    expect(models.requests.length).toBeLessThanOrEqual(REPLIES + lostCalls);
  });
});

describe('the deletion of a workspace', () => {
  const CONVERSATIONS = 500;
  const TURNS = 20;
  const DEADLINE_MS = 120_000;

  interface Progress {
    status: 'pending' | 'running' | 'completed';
    deleted_count: number;
    total_count: number | null;
  }

  afterAll(disconnectMongo);

  /** A workspace with enough documents that deleting them takes many batches. */
  async function makeFilledWorkspace(name: string): Promise<string> {
    const { body: workspace } = await service.stack.send('POST', '/v1/workspaces', { body: { name } });
    const turns = Array.from({ length: TURNS }, (_, index) => [
      { role: 'user', content: `What comes after ${index}?` },
      { role: 'assistant', content: `After ${index} comes ${index + 1}.` },
    ]);
    const lines = Array.from({ length: CONVERSATIONS }, () =>
      JSON.stringify(makeConversation({ messages: turns.flat() })),
    );
    const { status, body } = await service.stack.send('POST', '/v1/conversations', {
      body: lines.join('\n'),
      type: 'application/x-ndjson',
      workspaceId: workspace.id,
    });
    expect([status, body.imported]).toEqual([201, CONVERSATIONS]);
    return workspace.id;
  }

  /** Polls the progress until `isEnough`; returns every response. */
  async function followDeletion(
    workspaceId: string,
    isEnough: (progress: Progress) => boolean,
  ): Promise<{ status: number; progress: Progress | null }[]> {
    const readings: { status: number; progress: Progress | null }[] = [];
    const end = Date.now() + DEADLINE_MS;
    while (Date.now() < end) {
      const { status, body } = await service.stack.send('GET', `/v1/workspaces/${workspaceId}/deletion`, {});
      readings.push({ status, progress: status === 200 ? body : null });
      if (status === 200 && isEnough(body)) return readings;
    }
    throw new Error(`The deletion did not get on: ${JSON.stringify(readings.at(-1))}`);
  }

  it('deletes everything although mongod is killed meanwhile, and shows its progress before and after', async () => {
    const workspaceId = await makeFilledWorkspace('leaving');
    const path = `/v1/workspaces/${workspaceId}`;

    const removal = await service.stack.send('DELETE', `${path}?confirm=leaving`, {});
    const before = await followDeletion(workspaceId, ({ deleted_count }) => deleted_count > 0);
    const killed = service.kill('mongod');
    const after = await followDeletion(workspaceId, ({ status }) => status === 'completed');

    expect(removal).toMatchObject({ status: 202, body: { status: 'pending', deleted_count: 0 } });
    expect(isAlive(killed)).toBe(false);
    const killedAt = before.at(-1)?.progress;
    const shown = after.flatMap(({ progress }) => progress ?? []);
    expect(killedAt?.status).toBe('running');
    expect(killedAt?.total_count).toBeGreaterThan(CONVERSATIONS * TURNS * 2);
    expect(killedAt?.deleted_count).toBeLessThan(killedAt?.total_count ?? 0);
    // The counts from before the outage are preserved, and the deletion is still running.
    expect(after.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(shown[0]?.status).toBe('running');
    expect(shown[0]?.deleted_count).toBeGreaterThanOrEqual(killedAt?.deleted_count ?? 0);
    const counts = shown.map(({ deleted_count }) => deleted_count);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(new Set(counts).size).toBeGreaterThan(2);
    expect(new Set(shown.map(({ total_count }) => total_count))).toEqual(new Set([killedAt?.total_count]));
    await connectMongo(service.stack.mongodbUri, { appName: 'assay-test', serverSelectionTimeoutMs: 5000 });
    expect(await collectionsNaming(workspaceId)).toEqual({ workspace_deletions: 1 });
    expect((await service.stack.send('GET', path, {})).status).toBe(404);
  });
});

describe('ingestion', () => {
  const EXPORTERS = 100;
  const BATCH_SPANS = 512;
  const RETRY_PAUSE_MS = 200;
  /** The statuses that OpenTelemetry's exporters retry. */
  const RETRYABLE = [429, 502, 503, 504];
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
    });
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
            if (victim !== undefined) service.kill(victim);
          }
        }
      }),
    );

    expect([acknowledged, kills]).toEqual([2 * EXPORTERS, []]);
    const stored = await storedLines();
    expect([...stored.keys()].sort()).toEqual([...conversations.keys()].sort());
    for (const [id, lines] of stored) expect(lines).toEqual(expectedLines(id, turns));
  });

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
      if (index === 1) for (const victim of ['api', 'mongod'] as const) service.kill(victim);
    }

    expect(spans).toHaveLength(2000);
    expect((await storedLines()).get(id)).toEqual(expectedLines(id, turns));
  });
});
