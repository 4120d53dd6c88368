import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createConversationService } from '../../../src/conversations/conversation.service';
import type { NewConversation } from '../../../src/conversations/transcript/conversation';
import { toConversationFilter } from '../../../src/conversations/wire/conversation.mapper';
import { conversationFiltersQuery } from '../../../src/conversations/wire/conversation.schema';
import { withinTimeLimit } from '../../../src/platform/mongo/time-limit';
import { useDatabase } from '../../support/database';
import { evaluationOf, messageAt, newConversation } from '../../support/stored-conversations';

useDatabase();

const service = createConversationService({ retentionOf: async () => null });
const list = (workspaceId: string, query: object = {}, limitMs = 10_000) =>
  withinTimeLimit(limitMs, new AbortController().signal, (timeLimit) =>
    service.listConversations(workspaceId, toConversationFilter(conversationFiltersQuery.parse(query)), {
      limit: 50,
      after: null,
      timeLimit,
    }),
  );

/** The number of documents of a collection that MongoDB reads for some work. */
async function documentsRead(name: string, work: () => Promise<unknown>): Promise<number> {
  const { db } = mongoose.connection;
  if (db === undefined) throw new Error('not connected');
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const entries = await db
    .collection('system.profile')
    .find({ ns: `${db.databaseName}.${name}` })
    .toArray();
  await db.collection('system.profile').drop();
  return entries.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
}

describe('the issues of a listed conversation', () => {
  async function store(workspaceId = randomUUID()) {
    const messages = [messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T10:00:00Z')];
    const stored = await service.createConversation(newConversation(messages, { workspaceId }));
    const of = (index: number) => ({
      workspaceId,
      conversationId: stored.conversation.id,
      messageId: stored.messages[index]?.id ?? '',
    });
    return { workspaceId, of };
  }
  const issuesIn = async (workspaceId: string) => (await list(workspaceId)).map(({ issues }) => issues);
  const at = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 2, 2, 0, 0, second)) });

  it('are unknown before an evaluation has completed, which is not none', async () => {
    const { workspaceId, of } = await store();
    const without = { ...evaluationOf(of(0), []), status: 'no_verdict' as const };

    await service.recordVerdicts([without]);
    const before = await issuesIn(workspaceId);
    await service.recordVerdicts([evaluationOf(of(0), [])]);

    expect([before, await issuesIn(workspaceId)]).toEqual([
      [{ count: null, labels: [], evaluatedMessages: 0, notJudgeableMessages: 0 }],
      [{ count: 0, labels: [], evaluatedMessages: 1, notJudgeableMessages: 0 }],
    ]);
  });

  it('are those of the latest evaluation by each evaluator, over all messages, the most frequent label first', async () => {
    const { workspaceId, of } = await store();

    await service.recordVerdicts([
      evaluationOf(of(0), ['stale', 'stale'], at(1)),
      evaluationOf(of(0), ['b', 'a', 'c'], at(2)),
      evaluationOf(of(0), ['c'], { evaluatorId: 'another' }),
      evaluationOf(of(1), ['c', 'b']),
    ]);

    expect(await issuesIn(workspaceId)).toEqual([
      { count: 6, labels: ['c', 'b', 'a'], evaluatedMessages: 2, notJudgeableMessages: 0 },
    ]);
  });

  it('are neither those of the replies of experiments nor those of other workspaces', async () => {
    const { workspaceId, of } = await store();
    const { workspaceId: elsewhere, of: ofOther } = await store();
    const reply = await service.saveReply({
      ...of(0),
      id: randomUUID(),
      experimentId: randomUUID(),
      itemId: randomUUID(),
      tags: {},
      sequenceNumber: 1,
      message: { role: 'assistant', name: null, parts: [{ type: 'text', content: 'Five.' }] },
      generation: null,
      createdAt: new Date(),
      expireAt: null,
    });

    await service.recordVerdicts([
      evaluationOf({ ...of(0), messageId: reply.id }, ['fabrication']),
      evaluationOf(ofOther(0), ['fabrication']),
    ]);

    expect(await issuesIn(workspaceId)).toMatchObject([{ count: null, evaluatedMessages: 0 }]);
    expect(await issuesIn(elsewhere)).toMatchObject([{ count: 1, labels: ['fabrication'] }]);
  });

  it('are read from an index of the judged messages alone', async () => {
    const { workspaceId, of } = await store();
    await service.recordVerdicts([evaluationOf(of(0), [])]);

    const read = await documentsRead('messages', () => list(workspaceId));

    expect(read).toBe(1);
  });
});

describe('a search', () => {
  const workspaceId = randomUUID();
  const ask = (text: string) =>
    messageAt('2026-03-01T09:00:00Z', { role: 'user', parts: [{ type: 'text', content: text }] });
  const found = async (search: string, changes: object = {}) =>
    (await list(workspaceId, { search, ...changes })).map(({ externalId }) => externalId);
  let ids: string[];

  beforeAll(async () => {
    const make = async (externalId: string, text: string, changes: Partial<NewConversation> = {}) =>
      (
        await service.createConversation(
          newConversation([ask(text)], { workspaceId, externalId, ...changes }),
        )
      ).conversation.id;
    ids = [
      await make('T-1', 'When does the FERRY to Lyon leave? 50% off (today)', { tags: { topic: 'Travel' } }),
      await make('T-2', 'Ärger mit der Fähre\n nach Köln $^.*', { type: 'trace' }),
      await make('T-3', 'שלום, 🚲 and a\\b'),
    ];
    await service.createConversation(
      newConversation([ask('the ferry of somebody else')], { externalId: 'T-1 elsewhere' }),
    );
  });

  it.each([
    ['ferry', ['T-1']],
    ['LYON ferr', ['T-1']],
    ['  lyon \t leave? ', ['T-1']],
    ['lyon köln', []],
    ['ÄRGER KÖLN', ['T-2']],
    ['t-2', ['T-2']],
    ['travel', ['T-1']],
    ['שלום 🚲', ['T-3']],
    ['somebody', []],
  ])('finds what has every word of %j, case-insensitively', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it.each([
    ['.', ['T-2']],
    ['.*', ['T-2']],
    ['$', ['T-2']],
    ['50%', ['T-1']],
    ['(today)', ['T-1']],
    ['(', ['T-1']],
    ['[a-z]', []],
    ['a\\b', ['T-3']],
    ['\\', ['T-3']],
    ['a|b', []],
    ['\\x{41}', []],
    ['\u0000', []],
    ['(a+)+$', []],
  ])('takes %j for the very characters', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  it('finds by a part of the id, and together with other filters', async () => {
    expect(await found(ids[1]?.slice(0, 13) ?? '')).toEqual(['T-2']);
    expect(await found('T-', { type: 'trace' })).toEqual(['T-2']);
  });

  it('walks the conversations of the workspace alone, and stops when its time is over', async () => {
    const read = await documentsRead('conversations', () => list(workspaceId, { search: 'ferry' }));
    expect(read).toBe(ids.length);

    const crowd = randomUUID();
    const inputs = Array.from({ length: 3000 }, () =>
      newConversation([ask('nothing')], { workspaceId: crowd }),
    );
    await service.createConversations(crowd, inputs);
    await expect(list(crowd, { search: 'absent' }, 1)).rejects.toMatchObject({ code: 'query_timeout' });
  });
});
