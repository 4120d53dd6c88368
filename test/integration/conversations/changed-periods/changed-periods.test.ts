import { randomUUID } from 'node:crypto';
import mongoose, { type ClientSession } from 'mongoose';
import {
  type EraMarks,
  insertMarks,
  type MarkRange,
} from '../../../../src/conversations/changed-periods/changed-period.repository';
import { findNextMarkedWorkspaceUnscoped } from '../../../../src/conversations/changed-periods/changed-period.unscoped.repository';
import { createInvalidationService } from '../../../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { withinTimeLimit } from '../../../../src/platform/mongo/time-limit';
import { useDatabase } from '../../../support/database';
import {
  applyRetention,
  evaluationOf,
  forgetMarks,
  messageAt,
  newConversation,
  storedMarks,
} from '../../../support/stored-conversations';

useDatabase();

const invalidation = createInvalidationService();
const service = createConversationService({ retentionOf: async () => null });
const acrossHours = () => [
  messageAt('2026-03-01T22:10:00Z'),
  messageAt('2026-03-01T23:10:00Z'),
  messageAt('2026-03-02T00:10:00Z'),
];
const marksAcrossHours = ['2026-03-01T22', '2026-03-01T23', '2026-03-02T00'];

const ERA_MS = 1024 * 86_400_000;
const everything = { from: -Infinity, to: Infinity };

async function eras(workspaceId: string, range: MarkRange, session?: ClientSession): Promise<EraMarks[]> {
  const found: EraMarks[] = [];
  for await (const era of invalidation.streamMarks(workspaceId, range, session && { session }))
    found.push(era);
  return found;
}

/** The marked hours, as storedMarks has them, of each era in order. */
async function readMarks(
  workspaceId: string,
  range: MarkRange,
  session?: ClientSession,
): Promise<string[][]> {
  return (await eras(workspaceId, range, session)).map(({ periods }) =>
    periods
      .list('hour', -Infinity, Infinity)
      .map((hour) => new Date(hour).toISOString().slice(0, 13))
      .sort(),
  );
}

const countMessages = (workspaceId: string) =>
  mongoose.connection.collection('messages').countDocuments({ workspaceId });

it('marks every hour that a stored conversation has messages in, each once', async () => {
  const { workspaceId, ...input } = newConversation(acrossHours());

  await service.createConversations(workspaceId, [{ ...input, workspaceId }]);
  expect(await storedMarks(workspaceId)).toEqual(marksAcrossHours);

  const other = randomUUID();
  const twice = newConversation([messageAt('2026-03-01T10:00:00Z'), messageAt('2026-03-01T10:59:59.999Z')], {
    workspaceId: other,
  });
  await service.createConversations(other, [twice, twice]);
  expect(await storedMarks(other)).toEqual(['2026-03-01T10']);
});

it('keeps the marks of workspaces apart when they store in one transaction', async () => {
  const one = newConversation([messageAt('2026-03-01T10:00:00Z')]);
  const other = newConversation([messageAt('2026-03-01T12:00:00Z')]);

  await inTransaction((session) => service.addConversations([one, other], session));

  expect(await storedMarks(one.workspaceId)).toEqual(['2026-03-01T10']);
  expect(await storedMarks(other.workspaceId)).toEqual(['2026-03-01T12']);
});

it('leaves neither messages nor marks when the transaction is aborted', async () => {
  const input = newConversation(acrossHours());

  const stored = inTransaction(async (session) => {
    await service.addConversations([input], session);
    throw new Error('aborted');
  });

  await expect(stored).rejects.toThrow('aborted');
  expect(await countMessages(input.workspaceId)).toBe(0);
  expect(await storedMarks(input.workspaceId)).toEqual([]);
});

it('makes marks visible together with what they are about', async () => {
  const input = newConversation(acrossHours());

  await inTransaction(async (session) => {
    await service.addConversations([input], session);
    expect(await storedMarks(input.workspaceId)).toEqual([]);
    expect(await readMarks(input.workspaceId, everything, session)).toEqual([marksAcrossHours]);
  });

  expect(await storedMarks(input.workspaceId)).toEqual(marksAcrossHours);
});

it('marks every period a deleted conversation had messages in, in the transaction that deletes it', async () => {
  const { conversation } = await service.createConversation(newConversation(acrossHours()));
  await forgetMarks(conversation.workspaceId);

  await service.removeConversation(conversation.workspaceId, conversation.id);

  expect(await storedMarks(conversation.workspaceId)).toEqual(marksAcrossHours);
});

it('marks nothing when there is no such conversation', async () => {
  const workspaceId = randomUUID();

  await expect(service.removeConversation(workspaceId, randomUUID())).rejects.toMatchObject({
    code: 'not_found',
  });

  expect(await storedMarks(workspaceId)).toEqual([]);
});

it('marks every hour of the workspace when its retention changes, those that expire at once too', async () => {
  const { conversation } = await service.createConversation(newConversation(acrossHours()));
  const other = await service.createConversation(newConversation(acrossHours()));
  const { workspaceId } = conversation;
  await Promise.all([forgetMarks(workspaceId), forgetMarks(other.conversation.workspaceId)]);

  await applyRetention(workspaceId, 1);

  expect([...new Set(await storedMarks(workspaceId))]).toEqual(marksAcrossHours);
  expect(await storedMarks(other.conversation.workspaceId)).toEqual([]);
});

it('neither changes nor marks the messages of a batch that fails', async () => {
  const { conversation } = await service.createConversation(newConversation(acrossHours()));
  const { workspaceId } = conversation;
  await mongoose.connection
    .collection('messages')
    .updateOne({ workspaceId, sequenceNumber: 1 }, { $set: { storedAt: 'no date' } });
  await forgetMarks(workspaceId);

  await expect(applyRetention(workspaceId, 1)).rejects.toThrow('$dateAdd');

  expect(await storedMarks(workspaceId)).toEqual([]);
  const messages = await mongoose.connection.collection('messages').find({ workspaceId }).toArray();
  expect(messages.map(({ expireAt }) => expireAt)).toEqual([null, null, null]);
});

it('marks no period for the replies of experiments and what is said of them', async () => {
  const { conversation } = await service.createConversation(newConversation(acrossHours()));
  const { workspaceId } = conversation;
  await forgetMarks(workspaceId);

  const reply = await service.saveReply({
    id: randomUUID(),
    workspaceId,
    conversationId: conversation.id,
    experimentId: randomUUID(),
    itemId: randomUUID(),
    tags: {},
    sequenceNumber: 3,
    message: messageAt('2026-03-05T00:00:00Z'),
    generation: null,
    createdAt: new Date('2026-03-05T00:00:00Z'),
    expireAt: null,
  });
  const of = { workspaceId, conversationId: conversation.id, messageId: reply.id };
  await service.recordVerdicts([evaluationOf(of, ['fabrication'], { itemId: 'item' })]);

  expect(await storedMarks(workspaceId)).toEqual([]);
});

describe('streamMarks', () => {
  it('has the marks of the eras that overlap the range, era by era, of this workspace alone', async () => {
    const input = newConversation([
      messageAt('2020-03-01T22:10:00Z'),
      messageAt('2026-03-03T01:00:00Z'),
      messageAt('2026-03-02T10:00:00Z'),
      messageAt('2030-01-01T00:00:00Z'),
    ]);
    await service.createConversation(input);
    await service.createConversation(newConversation(acrossHours()));

    expect(await readMarks(input.workspaceId, everything)).toEqual([
      ['2020-03-01T22'],
      ['2026-03-02T10', '2026-03-03T01'],
      ['2030-01-01T00'],
    ]);
    const during2026 = { from: Date.UTC(2026, 1), to: Date.UTC(2027, 0) };
    expect(await readMarks(input.workspaceId, during2026)).toEqual([['2026-03-02T10', '2026-03-03T01']]);
  });
});

describe('replaceMarks', () => {
  it('replaces just those, and refuses once they are gone', async () => {
    const input = newConversation([messageAt('2026-03-01T22:10:00Z')]);
    await service.createConversation(input);
    const [era] = await eras(input.workspaceId, everything);
    await service.createConversation({ ...input, messages: [messageAt('2026-03-01T23:10:00Z')] });

    const replace = () =>
      inTransaction((session) => invalidation.replaceMarks(era?.ids ?? [], null, session));
    expect([await replace(), await replace()]).toEqual([[], false]);

    expect(await storedMarks(input.workspaceId)).toEqual(['2026-03-01T23']);
    expect(await findNextMarkedWorkspaceUnscoped(null)).not.toBeNull();
  });
});

describe('mergeMarks', () => {
  const merge = (workspaceId: string) =>
    withinTimeLimit(10_000, new AbortController().signal, (limit) =>
      invalidation.mergeMarks(workspaceId, everything, limit),
    );

  it('leaves one mark per era with the same meaning, while others append', async () => {
    const workspaceId = randomUUID();
    const marks = Array.from({ length: 2500 }, (_, index) => ({
      workspaceId,
      eraStart: (index % 2) * ERA_MS,
      hours: [index % 700],
      since: new Date(index),
    }));
    await insertMarks(marks, null);
    const appended = newConversation([messageAt('2026-03-01T22:10:00Z')], { workspaceId });

    await Promise.all([merge(workspaceId), merge(workspaceId), service.createConversation(appended)]);
    await merge(workspaceId);

    const collection = mongoose.connection.collection('changedperiods');
    expect(await collection.countDocuments({ workspaceId })).toBeLessThan(1000);
    const found = await readMarks(workspaceId, everything);
    expect(found.map(({ length }) => length)).toEqual([350, 350, 1]);
    expect(await invalidation.findOldestChange(workspaceId)).toEqual(new Date(0));
  });
});
