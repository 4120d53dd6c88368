import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { inTransaction } from '../../../src/mongo/connection';
import { useDatabase } from '../../support/database';
import {
  evaluationOf,
  forgetMarks,
  messageAt,
  newConversation,
  storedMarks,
} from '../../support/stored-conversations';

useDatabase();

const service = createConversationService({ retentionOf: async () => null });
const acrossHours = () => [
  messageAt('2026-03-01T22:10:00Z'),
  messageAt('2026-03-01T23:10:00Z'),
  messageAt('2026-03-02T00:10:00Z'),
];
const marksAcrossHours = [
  'day 2026-03-01T00',
  'day 2026-03-02T00',
  'hour 2026-03-01T22',
  'hour 2026-03-01T23',
  'hour 2026-03-02T00',
];

const countMessages = (workspaceId: string) =>
  mongoose.connection.collection('messages').countDocuments({ workspaceId });

it('marks every hour and day that a stored conversation has messages in, each once', async () => {
  const { workspaceId, ...input } = newConversation(acrossHours());

  await service.createConversations(workspaceId, [{ ...input, workspaceId }]);
  expect(await storedMarks(workspaceId)).toEqual(marksAcrossHours);

  const other = randomUUID();
  const twice = newConversation([messageAt('2026-03-01T10:00:00Z'), messageAt('2026-03-01T10:59:59.999Z')], {
    workspaceId: other,
  });
  await service.createConversations(other, [twice, twice]);
  expect(await storedMarks(other)).toEqual(['day 2026-03-01T00', 'hour 2026-03-01T10']);
});

it('keeps the marks of workspaces apart when they store in one transaction', async () => {
  const one = newConversation([messageAt('2026-03-01T10:00:00Z')]);
  const other = newConversation([messageAt('2026-03-01T12:00:00Z')]);

  await inTransaction((session) => service.addConversations([one, other], session));

  expect(await storedMarks(one.workspaceId)).toEqual(['day 2026-03-01T00', 'hour 2026-03-01T10']);
  expect(await storedMarks(other.workspaceId)).toEqual(['day 2026-03-01T00', 'hour 2026-03-01T12']);
});

it('leaves neither messages nor marks when the transaction is aborted', async () => {
  const input = newConversation(acrossHours());

  const stored = inTransaction(async (session) => {
    await service.addConversations([input], session);
    throw new Error('given up');
  });

  await expect(stored).rejects.toThrow('given up');
  expect(await countMessages(input.workspaceId)).toBe(0);
  expect(await storedMarks(input.workspaceId)).toEqual([]);
});

it('makes marks visible together with what they are about', async () => {
  const input = newConversation(acrossHours());

  await inTransaction(async (session) => {
    await service.addConversations([input], session);
    expect(await storedMarks(input.workspaceId)).toEqual([]);
    expect(await service.listMarks(input.workspaceId, { from: null, to: null }, session)).toHaveLength(5);
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

it('marks every period of the workspace when its retention changes, those that expire at once too', async () => {
  const { conversation } = await service.createConversation(newConversation(acrossHours()));
  const other = await service.createConversation(newConversation(acrossHours()));
  const { workspaceId } = conversation;
  await Promise.all([forgetMarks(workspaceId), forgetMarks(other.conversation.workspaceId)]);

  await service.applyRetention(workspaceId, 1);

  expect([...new Set(await storedMarks(workspaceId))]).toEqual(marksAcrossHours);
  expect(await storedMarks(other.conversation.workspaceId)).toEqual([]);
});

it('has marked every period of the workspace when a change of its retention fails halfway', async () => {
  const { conversation } = await service.createConversation(newConversation(acrossHours()));
  const { workspaceId } = conversation;
  await mongoose.connection
    .collection('messages')
    .updateOne({ workspaceId, sequenceNumber: 1 }, { $set: { storedAt: 'no date' } });
  await forgetMarks(workspaceId);

  await expect(service.applyRetention(workspaceId, 1)).rejects.toThrow('$dateAdd');

  expect([...new Set(await storedMarks(workspaceId))]).toEqual(marksAcrossHours);
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

describe('listMarks', () => {
  it('has the marks of all periods that overlap the window, of this workspace alone', async () => {
    const input = newConversation([
      messageAt('2026-03-01T22:10:00Z'),
      messageAt('2026-03-02T10:00:00Z'),
      messageAt('2026-03-03T01:00:00Z'),
    ]);
    await service.createConversation(input);
    await service.createConversation(newConversation(acrossHours()));

    const window = { from: new Date('2026-03-02T10:30:00Z'), to: new Date('2026-03-03T00:00:00Z') };
    const marks = await service.listMarks(input.workspaceId, window);

    expect(marks.map(({ level, start }) => `${level} ${start.toISOString()}`)).toEqual([
      'day 2026-03-02T00:00:00.000Z',
      'hour 2026-03-02T10:00:00.000Z',
    ]);
    expect(marks.every(({ workspaceId }) => workspaceId === input.workspaceId)).toBe(true);
  });
});

describe('deleteMarks', () => {
  it('deletes just those, and tells how many were still there', async () => {
    const input = newConversation([messageAt('2026-03-01T22:10:00Z')]);
    await service.createConversation(input);
    const marks = await service.listMarks(input.workspaceId, { from: null, to: null });
    await service.createConversation(input);

    const ids = marks.map(({ id }) => id);
    const deleteThem = () => inTransaction((session) => service.deleteMarks(ids, session));
    expect([await deleteThem(), await deleteThem()]).toEqual([2, 0]);

    expect(await storedMarks(input.workspaceId)).toEqual(['day 2026-03-01T00', 'hour 2026-03-01T22']);
    expect(await service.listMarkedWorkspaces()).toContain(input.workspaceId);
  });
});
