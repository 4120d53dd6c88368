import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { GenAiSpan } from '../../../packages/formats';
import {
  getEvaluations,
  saveEvaluations,
} from '../../../src/conversations/evaluations/evaluation.repository';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import type { Transcript } from '../../../src/conversations/transcript/conversation';
import { useDatabase } from '../../support/database';
import { fc } from '../../support/property';
import { makeCall, makeSpan } from '../../support/spans';
import { evaluationOf } from '../../support/stored-conversations';
import { traceServiceOf } from '../../support/trace-service';

useDatabase();

const { conversations } = traceServiceOf();
const makeTraces = () => traceServiceOf().traces;

// Above the minimum size of cached conversations, so that every span after the first grows one.
const LONG = 'x'.repeat(200_000);
const turnArbitrary = fc.record({
  kind: fc.constantFrom('chat', 'chat', 'tool', 'repeat', 'alone', 'other', 'agent'),
  startMicros: fc.integer({ min: 2, max: 40 }).map((at) => at * 1_800_000_000),
  isLong: fc.boolean(),
  history: fc.nat(6),
  trace: fc.nat(2),
  parent: fc.nat(9),
  isFailed: fc.boolean(),
  tag: fc.option(fc.constantFrom('red', 'blue'), { freq: 12 }),
});
type Turn = typeof turnArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** Spans of one chat, whose calls repeat more or less of what was said before. */
function toSpans(turns: readonly Turn[]): GenAiSpan[] {
  const said: string[] = [`user: ${LONG}`];
  const spanIds: string[] = [];
  const first = makeCall({ conversationKey: 'chat', startMicros: 1000 }, said, ['assistant: hello']);
  said.push('assistant: hello');
  const spans = [first];
  for (const [index, turn] of turns.entries()) {
    const { kind, startMicros, isLong, history, trace, isFailed, tag } = turn;
    const text = isLong ? LONG.slice(0, 300 + index) : `${index % 4}`;
    const fields = {
      conversationKey: 'chat',
      startMicros,
      traceId: `${trace}`.padStart(32, 'c'),
      parentSpanId: spanIds[turn.parent] ?? null,
      agentName: kind === 'agent' ? `agent ${index % 2}` : null,
      ...(index % 3 === 1 && { promptVersion: 'named' }),
      tags: tag === null ? {} : { team: tag },
      error: isFailed ? { type: 'E', message: null } : null,
    };
    const inputs = said.slice(-1 - history);
    const callId = `call${index}`;
    if (kind === 'chat' || kind === 'agent') {
      spans.push(makeCall(fields, [...inputs, `user: ${text}`], [`assistant: re ${text}`]));
      said.push(`user: ${text}`, `assistant: re ${text}`);
    } else if (kind === 'tool') {
      const result = isFailed ? JSON.stringify({ error: text }) : text;
      spans.push(
        makeCall(
          fields,
          [`system: ${LONG}`, ...inputs, `user: look ${index}`],
          [`assistant! ${callId} look {"a":"${text}"}`],
        ),
      );
      spans.push(
        makeSpan({
          ...fields,
          startMicros: startMicros + 1000,
          kind: 'tool',
          tool: { callId, name: 'look', result },
        }),
      );
      said.push(
        `user: look ${index}`,
        `assistant! ${callId} look {"a":"${text}"}`,
        `tool! ${callId} ${result}`,
      );
    } else if (kind === 'repeat') {
      spans.push(makeCall(fields, said, [`assistant: all of it ${index % 3}`]));
    } else if (kind === 'alone') {
      const tool = { callId: null, name: 'look', result: `alone ${text}` };
      spans.push(makeSpan({ ...fields, kind: 'tool', tool }));
    } else {
      spans.push(makeSpan(fields));
    }
    spanIds.push(spans.at(-1)?.spanId ?? '');
  }
  return spans;
}

/** Everything that is stored of the only conversation of a workspace, without what differs with the time of storing. */
async function readStored(workspaceId: string) {
  const [id = ''] = await ConversationModel.distinct('_id', { workspaceId });
  const { conversation, messages } = await conversations.getTranscript(workspaceId, id);
  const { workspaceId: _one, id: _two, ...summary } = conversation;
  return { summary, messages: messages.map((message) => ({ ...message, id: '', conversationId: '' })) };
}

it('stores the same conversation whether it grows or is made whole, for random batches in random order', async () => {
  const split = fc.record({
    turns: fc.array(turnArbitrary, { minLength: 1, maxLength: 8 }),
    order: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
    sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 20, maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(split, async ({ turns, order, sizes }) => {
      const [growing, whole] = [randomUUID(), randomUUID()];
      const [first, ...others] = toSpans(turns);
      const spans = others
        .map((span, index) => ({ span, at: order[index % order.length] ?? 0 }))
        .sort((one, other) => one.at - other.at)
        .map(({ span }) => span);
      if (first === undefined) return;
      const traces = makeTraces();
      await traces.storeSpans(growing, [first]);
      for (let from = 0, turn = 0; from < spans.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        await traces.storeSpans(growing, spans.slice(from, from + size));
        from += size;
      }
      await makeTraces().storeSpans(whole, [first, ...spans]);

      expect(await readStored(growing)).toEqual(await readStored(whole));
    }),
    { numRuns: 15 },
  );
});

/** Counts the bytes that MongoDB writes and reads while `work` runs. */
async function countBytes(work: () => Promise<unknown>): Promise<{ read: number; written: number }> {
  const bytes = async () => {
    const status = await mongoose.connection.db?.admin().command({ serverStatus: 1 });
    return { read: Number(status?.network.bytesOut), written: Number(status?.network.bytesIn) };
  };
  const before = await bytes();
  await work();
  const after = await bytes();
  return { read: after.read - before.read, written: after.written - before.written };
}

describe('a tiny span into a large conversation', () => {
  const chat = (index: number, text: string) =>
    makeCall(
      { conversationKey: 'large', startMicros: 1_000_000 * (index + 1) },
      [`user: ${index}`],
      [`assistant: ${index} ${text}`],
    );
  async function storeLarge(traces: ReturnType<typeof makeTraces>, workspaceId: string): Promise<void> {
    for (let index = 0; index < 8; index += 1) {
      await traces.storeSpans(workspaceId, [chat(index, 'y'.repeat(1_000_000))]);
    }
  }
  const texts = ({ messages }: Transcript) =>
    messages.map(({ parts: [part] }) => (part?.type === 'text' ? part.content.slice(0, 10) : ''));
  const readOnly = async (workspaceId: string) => {
    const [id = ''] = await ConversationModel.distinct('_id', { workspaceId });
    return conversations.getTranscript(workspaceId, id);
  };

  it('neither reads nor writes the rest', async () => {
    const workspaceId = randomUUID();
    const traces = makeTraces();
    await storeLarge(traces, workspaceId);

    const counts: { read: number; written: number }[] = [];
    for (let index = 20; index < 30; index += 1) {
      counts.push(await countBytes(() => traces.storeSpans(workspaceId, [chat(index, 'tiny')])));
    }

    // MongoDB counts the bytes of all its clients, among them other tests. They can only add.
    expect(Math.min(...counts.map(({ read }) => read))).toBeLessThan(200_000);
    expect(Math.min(...counts.map(({ written }) => written))).toBeLessThan(200_000);
    expect(texts(await readOnly(workspaceId)).slice(-2)).toEqual(['29', '29 tiny']);
  });

  it('removes the evidence in messages that it moves', async () => {
    const workspaceId = randomUUID();
    const traces = makeTraces();
    await traces.storeSpans(workspaceId, [chat(0, LONG)]);
    await traces.storeSpans(workspaceId, [chat(2, 'second')]);
    const { conversation, messages } = await readOnly(workspaceId);
    const subject = { workspaceId, conversationId: conversation.id, messageId: messages[3]?.id ?? '' };
    const located = evaluationOf(subject, ['fabrication']);
    const at = (messageIndex: number) => ({
      messageIndex,
      messagePartIndex: 0,
      startOffset: 0,
      endOffset: 1,
    });
    const annotations = located.annotations.map((it) => ({ ...it, evidence: [at(0), at(2)] }));
    await saveEvaluations([{ ...located, annotations }]);
    const evidence = async () =>
      (await getEvaluations(workspaceId, [located.id]))[0]?.annotations.map((it) => it.evidence);

    await traces.storeSpans(workspaceId, [chat(3, 'third')]);
    expect(await evidence()).toEqual([[at(0), at(2)]]);

    await traces.storeSpans(workspaceId, [chat(1, 'first')]);
    expect(texts(await readOnly(workspaceId)).slice(2)).toEqual([
      ...['1', '1 first', '2', '2 second', '3', '3 third'],
    ]);
    expect(await evidence()).toEqual([[at(0)]]);
  });

  it('is stored when another process stored the spans before it', async () => {
    const workspaceId = randomUUID();
    const [one, other] = [makeTraces(), makeTraces()];
    await storeLarge(one, workspaceId);

    await other.storeSpans(workspaceId, [chat(20, 'tiny')]);
    await one.storeSpans(workspaceId, [chat(21, 'tinier')]);
    await Promise.all(
      [22, 23, 24, 25].map((at) => (at % 2 ? one : other).storeSpans(workspaceId, [chat(at, 'last')])),
    );

    expect(texts(await readOnly(workspaceId)).slice(16)).toEqual([
      ...[
        '20',
        '20 tiny',
        '21',
        '21 tinier',
        '22',
        '22 last',
        '23',
        '23 last',
        '24',
        '24 last',
        '25',
        '25 last',
      ],
    ]);
  });

  it('begins a new conversation when the large one was deleted', async () => {
    const workspaceId = randomUUID();
    const traces = makeTraces();
    await storeLarge(traces, workspaceId);
    const { conversation } = await readOnly(workspaceId);
    await conversations.removeConversation(workspaceId, conversation.id);

    await traces.storeSpans(workspaceId, [chat(20, 'tiny')]);

    expect(texts(await readOnly(workspaceId))).toEqual(['20', '20 tiny']);
  });
});
