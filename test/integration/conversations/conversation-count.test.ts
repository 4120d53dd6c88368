import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { conversationCollection } from '../../../src/conversations/storage/conversation.model';
import { hourCountCollection } from '../../../src/conversations/storage/conversation-count.model';
import { countConversations } from '../../../src/conversations/storage/conversation-count.repository';
import { deleteWithContent } from '../../../src/conversations/storage/remove-conversation';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { useDatabase } from '../../support/database';
import { messageAt, newConversation } from '../../support/stored-conversations';

useDatabase();

const HOUR_MS = 3_600_000;
const service = createConversationService({ retentionOf: async () => null });

/** Stores conversations that were received some hours ago; returns their ids. */
async function storeAgo(workspaceId: string, hours: number, count: number): Promise<string[]> {
  const inputs = Array.from({ length: count }, () =>
    newConversation([messageAt('2026-03-01T10:00:00Z')], { workspaceId, conversationId: randomUUID() }),
  );
  const ids = (await service.createConversations(workspaceId, inputs)).map(({ id }) => id);
  const storedAt = new Date(Date.now() - hours * HOUR_MS);
  await conversationCollection().updateMany({ _id: { $in: ids } }, { $set: { storedAt } });
  return ids;
}

const countOneByOne = (workspaceId: string) => conversationCollection().countDocuments({ workspaceId });

const sumOfHours = async (workspaceId: string) =>
  (await hourCountCollection().find({ workspaceId }).toArray()).reduce((sum, { count }) => sum + count, 0);

it('adds the conversations of earlier hours to the latest, which it counts one by one', async () => {
  const workspaceId = randomUUID();
  await storeAgo(workspaceId, 30, 4);
  await storeAgo(workspaceId, 3, 3);
  await storeAgo(workspaceId, 0, 2);

  expect(await countConversations(workspaceId)).toBe(9);
  expect(await sumOfHours(workspaceId)).toBe(7);
  expect(await countConversations(randomUUID())).toBe(0);
});

it('counts each once while others count, delete and replace', async () => {
  const workspaceId = randomUUID();
  const [deleted = '', renewed = '', ...others] = await storeAgo(workspaceId, 5, 20);
  const removeOne = (id: string) =>
    inTransaction((session) => deleteWithContent(workspaceId, id, { withSources: true }, session));
  const renew = (conversationId: string) =>
    inTransaction((session) =>
      service.replaceConversation(
        newConversation([messageAt('2026-03-01T10:00:00Z')], { workspaceId, conversationId, type: 'trace' }),
        session,
      ),
    );

  await Promise.all([
    countConversations(workspaceId),
    removeOne(deleted),
    countConversations(workspaceId),
    renew(renewed),
    ...others.slice(0, 4).map(removeOne),
  ]);
  expect(await countConversations(workspaceId)).toBe(15);

  await Promise.all([...others.slice(4, 8).map(removeOne), ...others.slice(8, 12).map(renew)]);
  expect(await countConversations(workspaceId)).toBe(11);
  expect(await countOneByOne(workspaceId)).toBe(11);
  expect(await sumOfHours(workspaceId)).toBe(6);
});

it('leaves out the hours that have expired', async () => {
  const workspaceId = randomUUID();
  const expired = await storeAgo(workspaceId, 50, 3);
  await storeAgo(workspaceId, 10, 2);
  expect(await countConversations(workspaceId)).toBe(5);

  // As MongoDB deletes them.
  await conversationCollection().deleteMany({ _id: { $in: expired } });

  expect(await countConversations(workspaceId)).toBe(2);
});
