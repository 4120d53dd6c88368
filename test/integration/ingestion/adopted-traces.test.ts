import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GenAiSpan, rawSpans } from '../../../packages/formats';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import { readSpans } from '../../../src/ingestion/read-export';
import { SpanModel } from '../../../src/ingestion/span.model';
import { listTwins, queryTwins } from '../../../src/ingestion/span.repository';
import { spanToRecord } from '../../../src/ingestion/span-record';
import { packageRoot } from '../../../src/platform/package-root';
import { comparable, expectedMessages, expectedUsage } from '../../clients/expected-conversation';
import type { RecordedExport } from '../../clients/recorder';
import { useDatabase } from '../../support/database';
import { chatAttributes, jsonSpan, keyValues } from '../../support/otlp-spans';
import { makeCall, makeSpan } from '../../support/spans';
import { traceServiceOf } from '../../support/trace-service';

useDatabase();
afterEach(() => jest.restoreAllMocks());

const { conversations, traces, due } = traceServiceOf();

/** What is compared of all conversations of a workspace. */
async function readAll(workspaceId: string) {
  const found = await ConversationModel.find({ workspaceId }).lean();
  return Promise.all(
    found.map(async ({ _id, externalId }) => {
      const { messages } = await conversations.getTranscript(workspaceId, _id);
      const tokens = messages.flatMap(({ generation }) => generation?.inputTokens ?? []);
      return { externalId, messages, input: tokens.reduce((sum, count) => sum + count, 0) };
    }),
  );
}

const readAllSpans = async (body: unknown): Promise<GenAiSpan[]> => (await readSpans(rawSpans(body))).items;

async function readRecording(name: string): Promise<GenAiSpan[][]> {
  const file = join(packageRoot, 'test/fixtures/traces', `${name}.json`);
  const exports: RecordedExport[] = JSON.parse(readFileSync(file, 'utf8'));
  return Promise.all(exports.map(({ body }) => readAllSpans(body)));
}

type Order = (exports: GenAiSpan[][]) => GenAiSpan[][];

const orders: [string, Order][] = [
  ['as they were sent', (exports) => exports],
  ['in reverse', (exports) => exports.toReversed()],
  [
    'those of the framework first',
    (exports) => exports.toSorted((one, other) => Number(isOfClient(one)) - Number(isOfClient(other))),
  ],
  ['in one', (exports) => [exports.flat()]],
];

const isOfClient = ([span]: GenAiSpan[]) => span?.library === 'openinference.instrumentation.openai';

describe.each(['langgraph-and-openai-apart', 'langfuse-and-openinference'])('the exports of %s', (name) => {
  it.each(orders)('are one conversation with each call once %s', async (_order, order) => {
    const workspaceId = randomUUID();
    for (const spans of order(await readRecording(name))) await traces.storeSpans(workspaceId, spans);

    await expectScenario(workspaceId);
  });

  it('are that also when they are stored at the same time and repeated', async () => {
    const workspaceId = randomUUID();
    const exports = await readRecording(name);
    await Promise.all(exports.map((spans) => traces.storeSpans(workspaceId, spans)));
    await traces.storeSpans(workspaceId, exports[0] ?? []);

    await expectScenario(workspaceId);
  });
});

async function expectScenario(workspaceId: string): Promise<void> {
  const [stored, ...others] = await readAll(workspaceId);
  expect(others).toEqual([]);
  expect(stored?.externalId).toBe('session-1');
  expect(comparable(stored?.messages ?? [])).toEqual(expectedMessages());
  expect(stored?.input).toBe(expectedUsage().input);
}

/** The call of a user: the span of a framework in a session, and that of the client below it, without. */
interface User {
  number: number;
  /** Of both spans. */
  responseId?: string;
  /** Of the client. */
  service?: string;
  startMs?: number;
}

function exportsOf({ number, responseId, service = 'chat', startMs = 1000 }: User) {
  const id = (kind: string, length: number) => `${kind}${number}`.padStart(length, kind);
  const attributes = {
    ...chatAttributes([['user', 'When does it leave?']], 'At nine.'),
    'gen_ai.usage.input_tokens': 10,
    ...(responseId !== undefined && { 'gen_ai.response.id': responseId }),
  };
  const framework = jsonSpan(
    { traceId: id('a', 32), spanId: id('a', 16), startMs },
    { ...attributes, 'gen_ai.conversation.id': `session-${number}` },
  );
  const client = jsonSpan(
    {
      traceId: id('c', 32),
      spanId: id('c', 16),
      startMs: startMs + 10,
      endTimeUnixNano: `${startMs + 400}000000`,
    },
    attributes,
  );
  const exportBy = (library: string, name: string, span: unknown) => ({
    resourceSpans: [
      {
        resource: { attributes: keyValues({ 'service.name': name }) },
        scopeSpans: [{ scope: { name: library }, spans: [span] }],
      },
    ],
  });
  return {
    framework: exportBy('framework', 'chat', framework),
    client: exportBy('client', service, client),
  };
}

async function storeAll(workspaceId: string, bodies: unknown[]): Promise<void> {
  for (const body of bodies) await traces.storeSpans(workspaceId, await readAllSpans(body));
}

/** The conversations of a workspace with their tokens. */
async function countTokens(workspaceId: string): Promise<Record<string, number>> {
  const all = await readAll(workspaceId);
  return Object.fromEntries(all.map(({ externalId, input }) => [externalId, input]));
}

describe('calls of two users with equal questions and replies at the same time', () => {
  it.each(['framework', 'client'] as const)(
    'are two conversations, each once, with the %s first',
    async (first) => {
      const workspaceId = randomUUID();
      const users = [1, 2].map((number) => exportsOf({ number, responseId: `r${number}` }));
      const second = first === 'framework' ? 'client' : 'framework';
      await storeAll(workspaceId, [
        ...users.map((user) => user[first]),
        ...users.map((user) => user[second]),
      ]);

      expect(await countTokens(workspaceId)).toEqual({ 'session-1': 10, 'session-2': 10 });
      const records = await SpanModel.find({ workspaceId }).lean();
      const conversationOf = (traceId: string) =>
        records.find((record) => record.traceId === traceId)?.conversationId;
      for (const number of [1, 2]) {
        expect(conversationOf(`c${number}`.padStart(32, 'c'))).toBe(
          conversationOf(`a${number}`.padStart(32, 'a')),
        );
      }
    },
  );

  it('stay apart where the ids of their responses differ', async () => {
    const workspaceId = randomUUID();
    const { framework } = exportsOf({ number: 1, responseId: 'r1' });
    const { client } = exportsOf({ number: 2, responseId: 'r2' });
    await storeAll(workspaceId, [framework, client]);

    expect(await countTokens(workspaceId)).toEqual({ 'session-1': 10, [`${'c'.repeat(31)}2`]: 10 });
  });

  it('stay apart without ids where their services or times differ', async () => {
    const workspaceId = randomUUID();
    const { framework } = exportsOf({ number: 1 });
    const { client } = exportsOf({ number: 2, service: 'other' });
    const { client: later } = exportsOf({ number: 3, startMs: 1200 });
    await storeAll(workspaceId, [framework, client, later]);

    expect(Object.keys(await countTokens(workspaceId))).toHaveLength(3);
  });

  it('are one in a service that records both without ids', async () => {
    const workspaceId = randomUUID();
    const { framework, client } = exportsOf({ number: 1 });
    await storeAll(workspaceId, [client, framework]);

    expect(await countTokens(workspaceId)).toEqual({ 'session-1': 10 });
  });
});

it('evaluates the conversation of the session only', async () => {
  const workspaceId = randomUUID();
  const { framework, client } = exportsOf({ number: 1, responseId: 'r1' });
  await storeAll(workspaceId, [framework, client]);

  const [only] = await ConversationModel.find({ workspaceId }).lean();
  expect(due.at(-1)).toEqual([only?._id]);
});

const MICROS = 1_000_000;
const lines: [string[], string[]] = [['user: When does it leave?'], ['assistant: At nine.']];

/** The spans of a framework in a trace: a call, and the root that names the session. */
function frameworkSpans(conversationKey: string, startMicros = MICROS) {
  const root = makeSpan({ conversationKey, startMicros, library: 'framework' });
  const { traceId, spanId: parentSpanId } = root;
  return { root, call: makeCall({ traceId, parentSpanId, startMicros, library: 'framework' }, ...lines) };
}

const clientCall = (fields: Partial<GenAiSpan> = {}) =>
  makeCall({ startMicros: MICROS, library: 'client', ...fields }, ...lines);

const listExternalIds = async (workspaceId: string) =>
  (await ConversationModel.find({ workspaceId }).lean()).map(({ externalId }) => externalId);

it('adopts a trace once a later span names the session of the call', async () => {
  const workspaceId = randomUUID();
  const { root, call } = frameworkSpans('session');
  for (const span of [call, clientCall(), root]) await traces.storeSpans(workspaceId, [span]);
  expect(await listExternalIds(workspaceId)).toEqual(['session']);
});

it('adopts a trace by the retry of an export that failed after its transaction', async () => {
  const workspaceId = randomUUID();
  const { root, call } = frameworkSpans('session');
  for (const span of [call, clientCall()]) await traces.storeSpans(workspaceId, [span]);
  const find = SpanModel.find.bind(SpanModel);
  const query = jest.spyOn(SpanModel, 'find').mockImplementation((...args: unknown[]) => {
    if (Object.hasOwn(args[0] ?? {}, '$or')) throw new Error('outage');
    return Reflect.apply(find, SpanModel, args);
  });
  await expect(traces.storeSpans(workspaceId, [root])).rejects.toThrow('outage');
  query.mockRestore();
  await traces.storeSpans(workspaceId, [root]);

  expect(await listExternalIds(workspaceId)).toEqual(['session']);
});

it('adopts traces of one export up to half the limit of a conversation', async () => {
  const workspaceId = randomUUID();
  const clients = [1, 2].map((number) => {
    const call = clientCall({ responseId: `r${number}` });
    const { traceId } = call;
    return [
      call,
      ...Array.from({ length: 598 }, (_, index) =>
        makeSpan({ traceId, spanId: String(index), startMicros: MICROS }),
      ),
    ];
  });
  for (const spans of clients) await traces.storeSpans(workspaceId, spans);
  const calls = [1, 2].map((number) => ({
    ...frameworkSpans('session').call,
    conversationKey: 'session',
    responseId: `r${number}`,
  }));
  await traces.storeSpans(workspaceId, calls);

  const counts = await SpanModel.aggregate([
    { $match: { workspaceId } },
    { $group: { _id: '$conversationId', count: { $sum: 1 } } },
    { $sort: { count: 1 } },
  ]);
  expect(counts.map(({ count }) => count)).toEqual([599, 601]);
});

describe('many equal calls', () => {
  it('adopt at most 64 of those that nothing distinguishes', async () => {
    const workspaceId = randomUUID();
    await traces.storeSpans(
      workspaceId,
      Array.from({ length: 70 }, () => clientCall()),
    );
    const { root, call } = frameworkSpans('session');
    await traces.storeSpans(workspaceId, [root, call]);

    const sessions = await listExternalIds(workspaceId);
    expect(sessions).toHaveLength(7);
    expect(sessions).toContain('session');
  });

  it('of its trace, at other times and with other ids of responses leave room for a twin', async () => {
    const workspaceId = randomUUID();
    const { call } = frameworkSpans('session');
    const head = (span: GenAiSpan) => {
      const { texts: _texts, ...record } = spanToRecord(workspaceId, span);
      return { ...record, conversationId: 'any', storedAt: new Date() };
    };
    const numbers = Array.from({ length: 512 }, (_, index) => String(index));
    const twin = head(clientCall());
    await SpanModel.insertMany([
      ...numbers.map((spanId) => head(clientCall({ traceId: call.traceId, spanId }))),
      ...numbers.map((spanId) => head(clientCall({ startMicros: 2 * MICROS, spanId }))),
      ...numbers.map((responseId) => head(clientCall({ responseId }))),
      twin,
    ]);
    const ids: string[] = [];
    for await (const { twins } of listTwins(workspaceId, [head({ ...call, responseId: 'r' })]))
      ids.push(...twins.map(({ _id }) => _id));

    expect(ids).toEqual([twin._id]);
  });
});

it('finds a span that another library recorded by an index', async () => {
  const calls = [1, 2].map((number) => spanToRecord('w', clientCall({ responseId: `r${number}` })));
  const explained = JSON.stringify(await queryTwins('w', calls).explain('queryPlanner'));

  expect(explained).toContain('"indexName":"workspaceId_1_call.keys_1_call.library_1"');
  expect(explained).not.toContain('"call.keys":["[MinKey, MaxKey]"]');
});
