import { randomUUID } from 'node:crypto';
import type { CallEvent, GenAiSpan } from '../../../packages/formats';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import { SpanModel } from '../../../src/ingestion/span.model';
import { toNewConversation } from '../../../src/ingestion/to-new-conversation';
import { useDatabase } from '../../support/database';
import { fc } from '../../support/property';
import { assemble, lineOf, makeCall, makeSpan, say } from '../../support/spans';
import { applyRetention } from '../../support/stored-conversations';
import { traceServiceOf } from '../../support/trace-service';

useDatabase();

let retentionDays: number | null = null;
const { conversations, traces, due } = traceServiceOf(async () => retentionDays);

beforeEach(() => {
  retentionDays = null;
  due.length = 0;
});

/** Every conversation of a workspace. */
async function readAll(workspaceId: string) {
  const ids = await ConversationModel.distinct('_id', { workspaceId });
  return Promise.all(ids.map((id) => conversations.getTranscript(workspaceId, id)));
}

/** A chat of several traces; the turns of the third name no conversation, the agent's span in it does. */
function makeChat(conversationKey = 'chat-1'): GenAiSpan[] {
  const lines = ['user: 1', 'assistant! c f {}', 'tool! c r', 'assistant: a', 'user: 2', 'assistant: b'];
  const key = { conversationKey };
  const traceId = randomUUID().replaceAll('-', '');
  const agent = makeSpan({ ...key, traceId, kind: 'agent', startMicros: 2900, tags: { team: 'blue' } });
  return [
    makeCall({ ...key, startMicros: 1000 }, lines.slice(0, 1), lines.slice(1, 2)),
    makeCall({ ...key, startMicros: 2000 }, lines.slice(0, 3), lines.slice(3, 4)),
    agent,
    makeCall({ traceId, parentSpanId: agent.spanId, startMicros: 3000 }, lines.slice(0, 5), lines.slice(5)),
    makeSpan({
      traceId,
      kind: 'tool',
      startMicros: 3600,
      tool: { callId: 'c', name: 'f', result: 'r' },
      error: { type: 'E', message: null },
    }),
  ];
}
const chatLines = ['user: 1', 'assistant! c f {}', 'tool! c r', 'assistant: a', 'user: 2', 'assistant: b'];

describe('spans of one conversation', () => {
  it('give the same stored conversation in any order, repeated, over any number of exports', async () => {
    const orders = fc.record({
      picks: fc.array(fc.nat({ max: 4 }), { maxLength: 8 }),
      sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 13, maxLength: 13 }),
      keys: fc.array(fc.nat(), { minLength: 13, maxLength: 13 }),
    });
    await fc.assert(
      fc.asyncProperty(orders, async ({ picks, sizes, keys }) => {
        const workspaceId = randomUUID();
        const chat = makeChat();
        const sent = [...chat, ...picks.map((pick) => chat[pick] as GenAiSpan)]
          .map((span, index) => ({ span, key: keys[index] ?? 0 }))
          .sort((first, second) => first.key - second.key)
          .map(({ span }) => span);

        for (let from = 0, turn = 0; from < sent.length; turn += 1) {
          const size = sizes[turn] ?? 1;
          expect(await traces.storeSpans(workspaceId, sent.slice(from, from + size))).toEqual([]);
          from += size;
        }

        const [stored, ...others] = await readAll(workspaceId);
        expect(others).toEqual([]);
        const id = stored?.conversation.id ?? '';
        const expected = toNewConversation(workspaceId, id, 'chat-1', assemble(chat, []));
        expect(stored?.messages).toMatchObject(
          expected.messages.map(({ id: messageId, role, parts, createdAt, isError = false }) => ({
            id: messageId,
            role,
            parts,
            createdAt,
            isError,
          })),
        );
        expect(stored?.messages.map(lineOf)).toEqual(chatLines);
        expect(stored?.conversation).toMatchObject({ externalId: 'chat-1', tags: { team: 'blue' } });
      }),
      { numRuns: 25 },
    );
  });

  it('have the same conversation id and message ids when they are sent again after a deletion', async () => {
    const workspaceId = randomUUID();
    const chat = makeChat();
    await traces.storeSpans(workspaceId, chat);
    const [before] = await readAll(workspaceId);
    const id = before?.conversation.id ?? '';

    await conversations.removeConversation(workspaceId, id);
    await traces.storeSpans(workspaceId, chat.toReversed());

    const [after] = await readAll(workspaceId);
    expect(after?.messages.map((message) => message.id)).toEqual(
      before?.messages.map((message) => message.id),
    );
    expect(after?.conversation.id).toBe(id);
  });

  it('stores concurrent exports without loss', async () => {
    const workspaceId = randomUUID();
    const lines = Array.from(
      { length: 24 },
      (_, turn) => `${turn % 2 === 0 ? 'user' : 'assistant'}: ${turn}`,
    );
    const traceId = randomUUID().replaceAll('-', '');
    const spans = Array.from({ length: 12 }, (_, turn) =>
      makeCall(
        {
          startMicros: 1000 * (turn + 1),
          conversationKey: turn === 7 || turn % 3 === 0 ? 'busy' : null,
          ...(turn % 3 === 0 ? {} : { traceId }),
        },
        lines.slice(0, 2 * turn + 1),
        lines.slice(2 * turn + 1, 2 * turn + 2),
      ),
    );

    await Promise.all(spans.map((span) => traces.storeSpans(workspaceId, [span])));

    const stored = await readAll(workspaceId);
    expect(stored.map(({ messages }) => messages.map(lineOf))).toEqual([lines]);
  });

  it('stay apart in two workspaces', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const chat = makeChat();
    await traces.storeSpans(first, chat);
    await traces.storeSpans(second, chat.slice(0, 1));

    const [ofFirst, ofSecond] = [await readAll(first), await readAll(second)];
    expect(ofFirst[0]?.messages).toHaveLength(6);
    expect(ofSecond[0]?.messages).toHaveLength(2);
    expect(ofFirst[0]?.conversation.id).not.toBe(ofSecond[0]?.conversation.id);
  });
});

describe('a trace whose conversation is named late', () => {
  it('is a separate conversation until then, and part of the named one afterwards', async () => {
    const workspaceId = randomUUID();
    const chat = makeChat();
    const [, , agent, turn] = chat as [GenAiSpan, GenAiSpan, GenAiSpan, GenAiSpan];

    await traces.storeSpans(workspaceId, [turn]);
    const [provisional] = await readAll(workspaceId);
    await traces.storeSpans(workspaceId, [agent]);
    const after = await readAll(workspaceId);

    expect(provisional?.conversation.externalId).toBe(turn.traceId);
    expect(after.map(({ conversation }) => conversation.externalId)).toEqual(['chat-1']);
    expect(after[0]?.messages.map(lineOf)).toEqual(chatLines);
  });
});

describe('a trace whose conversation is named at the same time', () => {
  it('is a part of the named one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const workspaceId = randomUUID();
      const [, , agent, turn] = makeChat() as [GenAiSpan, GenAiSpan, GenAiSpan, GenAiSpan];

      await Promise.all([agent, turn].map((span) => traces.storeSpans(workspaceId, [span])));

      const stored = await readAll(workspaceId);
      expect(stored.map(({ conversation }) => conversation.externalId)).toEqual(['chat-1']);
    }
  });
});

describe('events that come apart from their spans', () => {
  const call = () => makeCall({ startMicros: 1000 }, [], []);
  const eventsOf = ({ traceId, spanId }: GenAiSpan, lines: [string[], string[]][]): CallEvent[] =>
    lines.map(([inputs, outputs], position) => ({
      traceId,
      spanId,
      timeMicros: 1000,
      observedMicros: 1000,
      position,
      inputs: inputs.map(say),
      outputs: outputs.map(say),
    }));

  it.each(['before', 'after', 'twice'])('give it its messages when they come %s', async (when) => {
    const workspaceId = randomUUID();
    const span = call();
    const events = eventsOf(span, [
      [['user: hi'], []],
      [['user: hi'], []],
      [[], ['assistant: a']],
    ]);

    if (when !== 'after') await traces.storeEvents(workspaceId, events);
    await traces.storeSpans(workspaceId, [span]);
    if (when !== 'before') await traces.storeEvents(workspaceId, events);

    const [stored] = await readAll(workspaceId);
    expect(stored?.messages.map(lineOf)).toEqual(['user: hi', 'user: hi', 'assistant: a']);
  });
});

describe('what is asked of online evaluation', () => {
  it('is the conversations that changed, once', async () => {
    const workspaceId = randomUUID();
    const chat = makeChat();
    await traces.storeSpans(workspaceId, chat);
    await traces.storeSpans(workspaceId, chat);

    const [stored] = await readAll(workspaceId);
    expect(due).toEqual([[stored?.conversation.id]]);
  });
});

describe('a conversation of too many spans', () => {
  it('refuses further spans and returns them', async () => {
    const workspaceId = randomUUID();
    const traceId = randomUUID().replaceAll('-', '');
    const spans = Array.from({ length: 2003 }, (_, index) => makeSpan({ traceId, startMicros: index + 1 }));

    expect(await traces.storeSpans(workspaceId, spans)).toEqual(spans.slice(-3));
    expect(await SpanModel.countDocuments({ workspaceId })).toBe(2000);
  });

  it('keeps what a conversation has when a refused span would have named its session', async () => {
    const workspaceId = randomUUID();
    const traceId = 'e'.repeat(32);
    const turn = (startMicros: number, said: string[]) =>
      makeCall({ traceId, startMicros }, said.slice(0, -1), said.slice(-1));
    const lines = ['user: 1', 'assistant: a', 'user: 2', 'assistant: b'];
    await traces.storeSpans(workspaceId, [turn(2000, lines.slice(0, 2))]);

    const refused = makeCall(
      { traceId, startMicros: 1000, conversationKey: 'chat-1' },
      ['user: 0'],
      [`assistant: ${'x'.repeat(13_000_000)}`],
    );
    expect(await traces.storeSpans(workspaceId, [refused, turn(3000, lines.slice(2))])).toHaveLength(1);

    const [stored, ...others] = await readAll(workspaceId);
    expect(others).toEqual([]);
    expect(stored?.messages.map(lineOf)).toEqual(lines);
  });

  it('takes no span that MongoDB could not hold', async () => {
    const workspaceId = randomUUID();
    const huge = makeCall(
      { startMicros: 1000 },
      [`user: ${'\u0001'.repeat(3 * 1024 * 1024)}`],
      ['assistant: a'],
    );
    const small = makeCall({ startMicros: 2000 }, ['user: hi'], ['assistant: a']);

    expect(await traces.storeSpans(workspaceId, [huge, small])).toHaveLength(1);
    expect(await readAll(workspaceId)).toHaveLength(1);
  });
});

describe('retention', () => {
  const DAY_MS = 86_400_000;

  it('lets spans live as long as the conversation they are part of', async () => {
    const workspaceId = randomUUID();
    const [first, second] = makeChat() as [GenAiSpan, GenAiSpan];
    retentionDays = 7;
    await traces.storeSpans(workspaceId, [first]);
    await SpanModel.updateMany({ workspaceId }, { expireAt: new Date(Date.now() + 1000) });

    await traces.storeSpans(workspaceId, [second]);

    const ends = (await SpanModel.find({ workspaceId }).lean()).map(
      ({ expireAt }) => expireAt?.getTime() ?? 0,
    );
    expect(ends).toHaveLength(2);
    for (const end of ends) expect(end).toBeGreaterThan(Date.now() + 6 * DAY_MS);
  });

  it('is applied to spans that are stored', async () => {
    const workspaceId = randomUUID();
    await traces.storeSpans(workspaceId, makeChat());

    await applyRetention(workspaceId, 3);

    const records = await SpanModel.find({ workspaceId }).lean();
    for (const { storedAt, expireAt } of records) {
      expect(expireAt?.getTime()).toBe(storedAt.getTime() + 3 * DAY_MS);
    }
  });
});
