import { randomUUID } from 'node:crypto';
import type { GenAiSpan } from '../../../packages/formats';
import { ConversationModel } from '../../../src/conversations/storage/conversation.model';
import { SpanModel } from '../../../src/ingestion/span.model';
import { SpanTextModel } from '../../../src/ingestion/span-text.model';
import { useDatabase } from '../../support/database';
import { lineOf, makeCall, makeSpan } from '../../support/spans';
import { applyRetention } from '../../support/stored-conversations';
import { traceServiceOf } from '../../support/trace-service';

useDatabase();

const DAY_MS = 86_400_000;
let retentionDays: number | null = null;
const retentionOf = async () => retentionDays;
const { conversations } = traceServiceOf(retentionOf);
const makeTraces = () => traceServiceOf(retentionOf).traces;

beforeEach(() => {
  retentionDays = null;
});

const LONG = 'The boats leave at nine, at noon and at four; on Sundays there is none at noon. '.repeat(3);

/** The lines of some turns of an agent with a tool. */
function linesOf(turns: number): string[] {
  return Array.from({ length: turns }, (_, turn) => [
    `user: Which boats leave on day ${turn}?`,
    `assistant! c${turn} boats {"day":${turn}}`,
    `tool! c${turn} ${LONG}`,
    `assistant: On day ${turn} boats leave at nine.`,
  ]).flat();
}

/** The spans of one turn, a trace of an agent with a tool, whose calls have the whole history. */
function spansOf(turn: number, conversationKey: string | null): GenAiSpan[] {
  const lines = linesOf(turn + 1);
  const asked = lines.slice(0, -3);
  const traceId = randomUUID().replaceAll('-', '');
  const at = (micros: number) => ({ conversationKey, traceId, startMicros: turn * 1_000_000 + micros });
  const tool = { callId: `c${turn}`, name: 'boats', result: LONG };
  return [
    makeSpan({ ...at(1), kind: 'agent' }),
    makeCall(at(2), asked, lines.slice(-3, -2)),
    makeSpan({ ...at(2000), kind: 'tool', tool }),
    makeCall(at(3000), lines.slice(0, -1), lines.slice(-1)),
  ];
}

/** The bytes of the documents of a workspace that hold its spans. */
async function storedBytes(workspaceId: string): Promise<number> {
  const sizes = await Promise.all(
    [SpanModel, SpanTextModel].map((model) =>
      model.aggregate<{ bytes: number }>([
        { $match: { workspaceId } },
        { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
      ]),
    ),
  );
  return sizes.flat().reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The lines of every conversation of a workspace by its id. */
async function readAll(workspaceId: string): Promise<Map<string, string[]>> {
  const ids: string[] = await ConversationModel.distinct('_id', { workspaceId });
  return new Map(
    await Promise.all(
      ids.map(async (id) => {
        const { messages } = await conversations.getTranscript(workspaceId, id);
        return [id, messages.map(lineOf)] as const;
      }),
    ),
  );
}

const idsOfTexts = (workspaceId: string): Promise<string[]> =>
  SpanTextModel.distinct('conversationId', { workspaceId });

it('stores 1,000 spans that repeat the whole history in bytes that are linear in the turns', async () => {
  const workspaceId = randomUUID();
  const traces = makeTraces();
  const bytes: number[] = [];
  for (let turn = 0; turn < 250; turn += 25) {
    const spans = Array.from({ length: 25 }, (_, index) => spansOf(turn + index, 'long')).flat();
    expect(await traces.storeSpans(workspaceId, spans)).toEqual([]);
    bytes.push(await storedBytes(workspaceId));
  }

  expect(await SpanModel.countDocuments({ workspaceId })).toBe(1000);
  expect([...(await readAll(workspaceId)).values()]).toEqual([linesOf(250)]);
  // Twice the turns: the first ones are below the size from which texts are shared.
  expect((bytes[9] ?? 0) / (bytes[4] ?? 0)).toBeLessThan(2.1);
});

it('moves the texts with the records that refer to them', async () => {
  const workspaceId = randomUUID();
  const traces = makeTraces();
  const later = spansOf(41, null);
  const [traceId = ''] = later.map((span) => span.traceId);
  await traces.storeSpans(workspaceId, later);
  const apart = await idsOfTexts(workspaceId);

  // The turn before it arrives late: the later one is joined to it.
  await traces.storeSpans(workspaceId, spansOf(40, null));

  const [[joinedId = '', joined = []] = [], ...others] = await readAll(workspaceId);
  expect([joined, others]).toEqual([linesOf(42), []]);
  expect(apart).not.toEqual([joinedId]);
  expect(await idsOfTexts(workspaceId)).toEqual([joinedId]);

  await conversations.removeConversation(workspaceId, joinedId);
  expect(await SpanTextModel.countDocuments({ workspaceId })).toBe(0);

  // A span that names the session comes last.
  await traces.storeSpans(workspaceId, later);
  const named = { traceId, conversationKey: 'named', startMicros: 42_000_000 };
  await traces.storeSpans(workspaceId, [makeSpan(named)]);

  const [[namedId = '', lines = []] = [], ...rest] = await readAll(workspaceId);
  expect([lines, rest]).toEqual([linesOf(42), []]);
  expect(await idsOfTexts(workspaceId)).toEqual([namedId]);
});

it('leaves a conversation, with the texts it needs, to the traces that stay in it', async () => {
  const workspaceId = randomUUID();
  const traces = makeTraces();
  const later = spansOf(41, null);
  await traces.storeSpans(workspaceId, spansOf(40, null));
  await traces.storeSpans(workspaceId, later);
  expect([...(await readAll(workspaceId)).values()]).toEqual([linesOf(42)]);

  // A span of the second trace names a session.
  const named = { traceId: later[0]?.traceId ?? '', conversationKey: 'named', startMicros: 42_000_000 };
  await traces.storeSpans(workspaceId, [makeSpan(named)]);

  const stored = await readAll(workspaceId);
  const lines = [...stored.values()].sort((one, other) => one.length - other.length);
  expect(lines).toEqual([linesOf(41), linesOf(42)]);
  expect((await idsOfTexts(workspaceId)).sort()).toEqual([...stored.keys()].sort());
  const texts = await SpanTextModel.find({ workspaceId }).lean();
  const contents = (of: string[]) =>
    texts
      .filter(({ conversationId }) => stored.get(conversationId)?.length === of.length)
      .map(({ content }) => content);
  expect(contents(linesOf(42)).join()).toContain('day 41');
  expect(contents(linesOf(41)).join()).not.toContain('day 41');
});

it('lets texts expire with their conversation', async () => {
  const workspaceId = randomUUID();
  retentionDays = 7;
  await makeTraces().storeSpans(workspaceId, spansOf(40, 'expiring'));
  await SpanTextModel.updateMany({ workspaceId }, { expireAt: new Date(Date.now() + 1000) });
  await makeTraces().storeSpans(workspaceId, spansOf(41, 'expiring'));

  const ends = (await SpanTextModel.find({ workspaceId }).lean()).map(({ expireAt }) => Number(expireAt));
  expect(Math.min(...ends)).toBeGreaterThan(Date.now() + 6 * DAY_MS);

  await applyRetention(workspaceId, 3);
  const texts = await SpanTextModel.find({ workspaceId }).lean();
  expect(new Set(texts.map(({ storedAt, expireAt }) => Number(expireAt) - Number(storedAt)))).toEqual(
    new Set([3 * DAY_MS]),
  );
});

it('renews texts that a later record refers to, so that they live as long as it', async () => {
  const workspaceId = randomUUID();
  const traces = makeTraces();
  for (let turn = 0; turn < 10; turn += 1) await traces.storeSpans(workspaceId, spansOf(turn, 'chat'));
  const past = new Date(Date.now() - 40 * DAY_MS);
  await SpanTextModel.updateMany({ workspaceId }, { storedAt: past });

  await traces.storeSpans(workspaceId, spansOf(10, 'chat'));

  expect(await SpanTextModel.countDocuments({ workspaceId, storedAt: past })).toBe(0);
});
