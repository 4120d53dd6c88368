import { randomUUID } from 'node:crypto';
import type { GenAiSpan } from '../../../packages/formats';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import { SpanModel } from '../../../src/ingestion/span.model';
import { createTraceService } from '../../../src/ingestion/trace.service';
import { TraceHistoryModel } from '../../../src/ingestion/trace-history.model';
import { listWorkspacesWithJoinDueUnscoped } from '../../../src/ingestion/trace-history.unscoped.repository';
import { useDatabase } from '../../support/database';
import { fc } from '../../support/property';
import { lineOf, makeCall, makeSpan } from '../../support/spans';
import { traceServiceOf } from '../../support/trace-service';

useDatabase();

const MINUTE = 60_000_000;
const DAY = 24 * 60 * MINUTE;

const { conversations, traces, due } = traceServiceOf();

/** The lines of every conversation of a workspace, in order. */
async function readAll(workspaceId: string): Promise<string[][]> {
  const ids = await ConversationModel.distinct('_id', { workspaceId });
  const found = await Promise.all(ids.map((id) => conversations.getTranscript(workspaceId, id)));
  return found.map(({ messages }) => messages.map(lineOf)).sort();
}

/** What the worker does with joins that an export had no time for, on a busy machine. */
async function endJoins(workspaceId: string): Promise<void> {
  while (!(await traces.joinDue(workspaceId, new AbortController().signal)));
}

interface Chat {
  name: string;
  startMicros: number;
  turns: { usesTool: boolean; isTraced: boolean }[];
  hasCommonOpening: boolean;
}

const chatArbitrary = fc.record({
  startMicros: fc.integer({ min: 1, max: 20 }).map((minutes) => minutes * 10 * MINUTE),
  turns: fc.array(fc.record({ usesTool: fc.boolean(), isTraced: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  hasCommonOpening: fc.boolean(),
});

/** The spans of a chat without a session. Each call repeats all messages; it has a separate trace, or that of its turn. */
function toSpans({ name, startMicros, turns, hasCommonOpening }: Chat): {
  spans: GenAiSpan[];
  lines: string[];
} {
  const said: string[] = [];
  const spans: GenAiSpan[] = [];
  if (hasCommonOpening) {
    spans.push(makeCall({ startMicros }, ['user: hi'], ['assistant: hello']));
    said.push('user: hi', 'assistant: hello');
  }
  for (const [index, { usesTool, isTraced }] of turns.entries()) {
    const turn = { startMicros: startMicros + (index + 1) * MINUTE };
    const traceId = randomUUID().replaceAll('-', '');
    const fields = isTraced ? { traceId } : {};
    const say = (line: string, at: number) => {
      spans.push(makeCall({ ...fields, startMicros: turn.startMicros + at }, said, [line]));
      said.push(line);
    };
    said.push(`user: ${name} ${index}`);
    if (usesTool) {
      const callId = `${name}-${index}`;
      say(`assistant! ${callId} look {}`, 1000);
      const tool = { callId, name: 'look', result: 'seen' };
      if (isTraced)
        spans.push(makeSpan({ traceId, kind: 'tool', startMicros: turn.startMicros + 2000, tool }));
      said.push(`tool! ${callId} seen`);
    }
    say(`assistant: ${name} reply ${index}`, 3000);
  }
  return { spans, lines: said };
}

const scenarioArbitrary = fc.record({
  chats: fc.array(chatArbitrary, { minLength: 1, maxLength: 3 }),
  order: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
  repeated: fc.array(fc.nat(), { maxLength: 4 }),
  sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 5, maxLength: 5 }),
});

/** Stores the spans of chats in batches, some of them twice, and expects one conversation per chat. */
async function expectOnePerChat(
  { chats, repeated, sizes }: typeof scenarioArbitrary extends fc.Arbitrary<infer Value> ? Value : never,
  order: (spans: GenAiSpan[]) => GenAiSpan[],
): Promise<void> {
  const workspaceId = randomUUID();
  const made = chats.map((chat, index) => {
    // Two calls with the same messages at the same time would be one.
    return toSpans({ ...chat, startMicros: chat.startMicros + index * 1_000_000, name: `chat${index}` });
  });
  const spans = made.flatMap((chat) => chat.spans);
  const again = repeated.map((pick) => spans[pick % spans.length] as GenAiSpan);
  const sent = order([...spans, ...again]);
  for (let from = 0, batch = 0; from < sent.length; batch += 1) {
    const size = sizes[batch % sizes.length] ?? 1;
    await traces.storeSpans(workspaceId, sent.slice(from, from + size));
    from += size;
  }
  await endJoins(workspaceId);
  expect(await readAll(workspaceId)).toEqual(made.map(({ lines }) => lines).sort());
  expect(await SpanModel.countDocuments({ workspaceId })).toBe(spans.length);
}

const limits = { numRuns: 6, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true };

describe('chats without a session are one conversation each', () => {
  it('in random batches in random order', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioArbitrary, async (scenario) => {
        const chats = scenario.chats.map((chat) => ({ ...chat, hasCommonOpening: false }));
        await expectOnePerChat({ ...scenario, chats }, (spans) =>
          spans
            .map((span, index) => ({ span, key: scenario.order[index % scenario.order.length] ?? 0 }))
            .sort((one, other) => one.key - other.key)
            .map(({ span }) => span),
        );
      }),
      limits,
    );
  });

  it('with the same first exchange, in random batches in the order of their calls', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioArbitrary, async (scenario) => {
        const chats = scenario.chats.map((chat) => ({ ...chat, hasCommonOpening: true }));
        await expectOnePerChat({ ...scenario, chats }, (spans) =>
          spans.toSorted((one, other) => one.startMicros - other.startMicros),
        );
      }),
      limits,
    );
  });

  it('also when their exports arrive at the same time', async () => {
    const workspaceId = randomUUID();
    const made = Array.from({ length: 6 }, (_, index) => {
      const turns = Array.from({ length: 3 }, () => ({ usesTool: index % 2 === 0, isTraced: true }));
      return toSpans({ name: `chat${index}`, startMicros: MINUTE, turns, hasCommonOpening: false });
    });

    await Promise.all(
      made.flatMap(({ spans }) => spans).map((span) => traces.storeSpans(workspaceId, [span])),
    );
    await endJoins(workspaceId);

    expect(await readAll(workspaceId)).toEqual(made.map(({ lines }) => lines).sort());
  });
});

it('stores the calls of a turn that arrive together as parts of one of the chats with the same first exchange', async () => {
  const workspaceId = randomUUID();
  const turns = [{ usesTool: true, isTraced: false }];
  const made = ['one', 'two'].map((name, index) =>
    toSpans({ name, startMicros: MINUTE + index * 1_000_000, turns, hasCommonOpening: true }),
  );
  await traces.storeSpans(
    workspaceId,
    made.flatMap(({ spans }) => spans.slice(0, 1)),
  );

  for (const { spans } of made) await traces.storeSpans(workspaceId, spans.slice(1).toReversed());

  expect(await readAll(workspaceId)).toEqual(made.map(({ lines }) => lines));
});

it('continues each of more chats with the same first exchange than are compared at once', async () => {
  const workspaceId = randomUUID();
  const turns = [{ usesTool: false, isTraced: false }];
  const made = Array.from({ length: 60 }, (_, index) =>
    toSpans({ name: `chat${index}`, startMicros: MINUTE + index * 1000, turns, hasCommonOpening: true }),
  );

  await traces.storeSpans(
    workspaceId,
    made.map(({ spans }) => spans[0] as GenAiSpan),
  );
  await traces.storeSpans(
    workspaceId,
    made.flatMap(({ spans }) => spans.slice(1)),
  );

  expect(await readAll(workspaceId)).toEqual(made.map(({ lines }) => lines).sort());
});

it('continues each of the chats with the same first exchange once, also when their turns arrive at the same time', async () => {
  const workspaceId = randomUUID();
  const made = Array.from({ length: 8 }, (_, index) => {
    const turns = [{ usesTool: false, isTraced: false }];
    const startMicros = MINUTE + index * 1_000_000;
    return toSpans({ name: `chat${index}`, startMicros, turns, hasCommonOpening: true });
  });
  const turns = made.flatMap(({ spans }) => spans.slice(1));
  await Promise.all(turns.map((span) => traces.storeSpans(workspaceId, [span])));

  await Promise.all(made.map(({ spans }) => traces.storeSpans(workspaceId, spans.slice(0, 1))));

  const stored = await readAll(workspaceId);
  // A turn that is stored while its opening is found may be left apart, but never with that of another chat.
  expect(stored.every((lines) => lines.filter((line) => line.startsWith('user: chat')).length <= 1)).toBe(
    true,
  );
  await traces.storeSpans(
    workspaceId,
    made.flatMap(({ spans }) => spans),
  );
  expect(await readAll(workspaceId)).toEqual(made.map(({ lines }) => lines).sort());
});

describe('two conversations stay apart', () => {
  const first = (startMicros: number, fields: Partial<GenAiSpan> = {}) =>
    makeCall({ ...fields, startMicros }, ['user: hi'], ['assistant: hello']);
  const second = (startMicros: number, fields: Partial<GenAiSpan> = {}) =>
    makeCall({ ...fields, startMicros }, ['user: hi', 'assistant: hello', 'user: more'], ['assistant: yes']);
  const alone = [
    ['user: hi', 'assistant: hello'],
    ['user: hi', 'assistant: hello', 'user: more', 'assistant: yes'],
  ];

  it.each([
    ['after more than a day', [first(MINUTE), second(MINUTE + DAY + 1000)], alone],
    [
      'of different services or users',
      [first(MINUTE, { source: 'a' }), second(2 * MINUTE, { source: 'b' })],
      alone,
    ],
    ['if one names a session', [first(MINUTE), second(2 * MINUTE, { conversationKey: 's' })], alone],
    ['if the later one repeats it before it began', [first(3 * MINUTE), second(MINUTE)], alone],
    [
      'if one library records the same call twice at the same time',
      [first(MINUTE), first(MINUTE)],
      [alone[0], alone[0]],
    ],
    ['if both write the same reply', [first(MINUTE), first(2 * MINUTE)], [alone[0], alone[0]]],
    [
      'if the first has content only later',
      [makeCall({ startMicros: MINUTE }, [], []), second(2 * MINUTE)],
      [alone[1]],
    ],
  ])('%s', async (_case, spans, expected) => {
    const workspaceId = randomUUID();
    for (const span of spans) await traces.storeSpans(workspaceId, [span]);
    expect(await readAll(workspaceId)).toEqual(expected);
  });
});

it('stores the calls that a framework and its client record in separate traces once', async () => {
  const workspaceId = randomUUID();
  const traceId = 'f'.repeat(32);
  const lines = [
    'user: 1',
    'assistant! c look {}',
    'tool! c seen',
    'assistant: 2',
    'user: 3',
    'assistant: 4',
  ];
  const record = (length: number, library: string, trace: Partial<GenAiSpan>) => {
    const startMicros = length * MINUTE + (library === 'client' ? 100 : 0);
    const endMicros = length * MINUTE + (library === 'client' ? 400 : 500);
    const call = { ...trace, library, startMicros, endMicros };
    return makeCall(call, lines.slice(0, length), lines.slice(length, length + 1));
  };
  const spans = [
    record(1, 'framework', { traceId }),
    record(1, 'client', {}),
    record(3, 'framework', { traceId }),
    record(3, 'client', {}),
    record(5, 'framework', {}),
    record(5, 'client', {}),
  ];
  for (const span of spans) await traces.storeSpans(workspaceId, [span]);
  expect(await readAll(workspaceId)).toEqual([lines]);

  const together = randomUUID();
  await traces.storeSpans(together, spans.toReversed());
  expect(await readAll(together)).toEqual([lines]);
});

it('joins again what a crash left apart when the export is repeated', async () => {
  const workspaceId = randomUUID();
  const { spans, lines } = toSpans({
    name: 'chat',
    startMicros: MINUTE,
    turns: [
      { usesTool: false, isTraced: false },
      { usesTool: false, isTraced: false },
    ],
    hasCommonOpening: false,
  });
  await traces.storeSpans(workspaceId, spans.slice(1));
  const interrupted = createTraceService({
    conversations,
    // The second transaction of the export, which joins the conversations, fails.
    retentionOf: jest.fn().mockResolvedValueOnce(null).mockRejectedValue(new Error('killed')),
    onlineEvaluation: { markDue: async () => [], start: async () => undefined },
  });
  await expect(interrupted.storeSpans(workspaceId, spans.slice(0, 1))).rejects.toThrow('killed');
  expect(await readAll(workspaceId)).toHaveLength(2);

  await traces.storeSpans(workspaceId, spans.slice(0, 1));

  expect(await readAll(workspaceId)).toEqual([lines]);
});

it('leaves the joins of a client that has gone to a later pass', async () => {
  const workspaceId = randomUUID();
  const turns = [1, 2, 3].map(() => ({ usesTool: false, isTraced: false }));
  const { spans, lines } = toSpans({ name: 'chat', startMicros: MINUTE, turns, hasCommonOpening: false });
  await traces.storeSpans(workspaceId, spans.slice(1, 2));
  await traces.storeSpans(workspaceId, spans.slice(2));
  const client = new AbortController();
  const left = createTraceService({
    conversations,
    retentionOf: async () => null,
    onlineEvaluation: {
      markDue: async (_workspaceId, ids) => {
        client.abort();
        return [...ids];
      },
      start: async () => undefined,
    },
  });

  await left.storeSpans(workspaceId, spans.slice(0, 1), client.signal);
  expect(await readAll(workspaceId)).toHaveLength(2);
  expect(await listWorkspacesWithJoinDueUnscoped()).toContain(workspaceId);

  expect(await traces.joinDue(workspaceId, AbortSignal.abort())).toBe(false);
  expect(await traces.joinDue(workspaceId, new AbortController().signal)).toBe(true);
  expect(await readAll(workspaceId)).toEqual([lines]);
  expect(await listWorkspacesWithJoinDueUnscoped()).not.toContain(workspaceId);
});

it('joins many chats that begin equally in few queries', async () => {
  const workspaceId = randomUUID();
  const chats = Array.from({ length: 60 }, (_, index) => ({
    opening: makeCall({ startMicros: MINUTE + index * 1000 }, ['user: hi'], ['assistant: hello']),
    turn: makeCall(
      { startMicros: 2 * MINUTE + index * 1000 },
      ['user: hi', 'assistant: hello', 'user: more'],
      ['assistant: again'],
    ),
  }));
  await traces.storeSpans(
    workspaceId,
    chats.map(({ turn }) => turn),
  );
  const aggregate = jest.spyOn(TraceHistoryModel.collection, 'aggregate');

  await traces.storeSpans(
    workspaceId,
    chats.map(({ opening }) => opening),
  );

  const queries = aggregate.mock.calls.length;
  aggregate.mockRestore();
  await endJoins(workspaceId);
  const whole = ['user: hi', 'assistant: hello', 'user: more', 'assistant: again'];
  expect(await readAll(workspaceId)).toEqual(chats.map(() => whole));
  expect(queries).toBeLessThanOrEqual(8);
});

it('evaluates the joined conversation only', async () => {
  const workspaceId = randomUUID();
  const { spans } = toSpans({
    name: 'chat',
    startMicros: MINUTE,
    turns: [
      { usesTool: true, isTraced: true },
      { usesTool: true, isTraced: false },
    ],
    hasCommonOpening: false,
  });
  due.length = 0;
  await traces.storeSpans(workspaceId, spans);

  expect(due).toEqual([await ConversationModel.distinct('_id', { workspaceId })]);
});

it('leaves nothing of a deleted conversation', async () => {
  const workspaceId = randomUUID();
  await traces.storeSpans(workspaceId, [
    makeCall({ startMicros: MINUTE }, ['user: hi'], ['assistant: hello']),
  ]);
  const [id = ''] = await ConversationModel.distinct('_id', { workspaceId });
  expect(await TraceHistoryModel.countDocuments({ workspaceId })).toBe(1);

  await conversations.removeConversation(workspaceId, id);

  expect(await TraceHistoryModel.countDocuments({ workspaceId })).toBe(0);
});
