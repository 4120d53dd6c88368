import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import {
  conversationContent,
  deleteContent,
  deleteContentOfExperiment,
  deleteContentOfMessages,
  deleteOrphans,
  renewContent,
  setContentExpiry,
} from '../../../../src/conversations/content/conversation-content';
import { rewriteExpiry } from '../../../../src/conversations/content/expiry.repository';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { driverDatabase } from '../../../../src/platform/mongo/driver';
import { useDatabase } from '../../../support/database';
import '../../../../src/api-server';

useDatabase();

const workspaceId = randomUUID();
const DAY_MS = 86_400_000;
const storedAt = new Date('2026-03-01T09:00:00Z');

interface Content {
  conversationId: string;
  messageId: string;
  experimentId: string | null;
}

/** One document of each collection, by an experiment or not. */
async function store({ conversationId, ...facts }: Partial<Content>): Promise<Content> {
  const content = {
    conversationId: conversationId ?? randomUUID(),
    messageId: randomUUID(),
    experimentId: null,
    ...facts,
  };
  const itemId = content.experimentId === null ? null : randomUUID();
  for (const { name, isSource } of conversationContent) {
    if (isSource && content.experimentId !== null) continue;
    await driverDatabase()
      .collection<{ _id: string }>(name)
      .insertOne({
        ...{ _id: randomUUID(), workspaceId, ...content, itemId, storedAt, createdAt: storedAt },
        ...{ expireAt: null, findingId: null, number: 1, queueId: randomUUID() },
      } as never);
  }
  return content;
}

/** The collections that have something of a conversation, or of an experiment. */
async function listStored(filter: object): Promise<string[]> {
  const counts = await Promise.all(
    conversationContent.map(({ name }) => driverDatabase().collection(name).countDocuments(filter)),
  );
  return conversationContent.flatMap(({ name }, index) => (counts[index] === 0 ? [] : [name]));
}

async function listExpiries(conversationId: string): Promise<Set<number | null>> {
  const found = await Promise.all(
    conversationContent.map(({ name }) =>
      driverDatabase().collection(name).find({ conversationId }).toArray(),
    ),
  );
  return new Set(found.flat().map(({ expireAt }) => expireAt?.getTime() ?? null));
}

const all = conversationContent.map(({ name }) => name);

it('has every model whose documents belong to a conversation and expire', () => {
  const models = Object.values(mongoose.models).filter(
    ({ schema }) => schema.path('conversationId') !== undefined && schema.path('expireAt') !== undefined,
  );

  expect(models.map(({ collection }) => collection.name).sort()).toEqual([...all].sort());
});

it.each(conversationContent)('names the fields of $name', ({ name, begin, isAboutMessage, ofExperiment }) => {
  const { schema } = Object.values(mongoose.models).find(({ collection }) => collection.name === name) ?? {};
  const has = (field: string) => schema?.path(field) !== undefined;

  expect([has(begin), has('messageId'), has('experimentId')]).toEqual([
    true,
    isAboutMessage,
    ofExperiment !== null,
  ]);
});

it('deletes content with its conversation, and nothing of another', async () => {
  const [gone, kept] = [await store({}), await store({})];
  await store({ conversationId: gone.conversationId, experimentId: randomUUID() });

  await inTransaction((session) =>
    deleteContent(randomUUID(), gone.conversationId, { withSources: true }, session),
  );
  expect(await listStored({ conversationId: gone.conversationId })).toEqual(all);
  await inTransaction((session) =>
    deleteContent(workspaceId, gone.conversationId, { withSources: true }, session),
  );

  expect(await listStored({ conversationId: gone.conversationId })).toEqual([]);
  expect(await listStored({ conversationId: kept.conversationId })).toEqual(all);
});

it('leaves the spans of a conversation when a trace has no message any more', async () => {
  const { conversationId } = await store({});

  await inTransaction((session) =>
    deleteContent(workspaceId, conversationId, { withSources: false }, session),
  );

  expect(await listStored({ conversationId })).toEqual(['spans', 'spantexts']);
});

it('deletes orphans and leaves what a conversation that is stored again brings', async () => {
  const { conversationId } = await store({});
  const experimentId = randomUUID();
  await store({ conversationId, experimentId });

  await deleteOrphans(workspaceId, conversationId);

  expect(await listStored({ conversationId })).toEqual(['messages', 'findings', 'spans', 'spantexts']);
  expect(await listStored({ experimentId })).toEqual([]);
});

it('deletes content with its message, by any author', async () => {
  const { conversationId, messageId } = await store({});

  await inTransaction((session) => deleteContentOfMessages(workspaceId, [messageId], session));

  expect(await listStored({ conversationId })).toEqual(['messages', 'spans', 'spantexts']);
});

it('deletes content with its experiment, but no shared evaluation of an original message', async () => {
  const experimentId = randomUUID();
  const { conversationId } = await store({});
  await store({ conversationId, experimentId });
  await driverDatabase()
    .collection('evaluations')
    .updateOne({ conversationId, experimentId: null }, { $set: { experimentId } });

  await inTransaction((session) => deleteContentOfExperiment(workspaceId, experimentId, session));

  expect(await listStored({ experimentId })).toEqual(['evaluations']);
  expect(await listStored({ conversationId })).toEqual(all);
});

it('expires content with its conversation, and by a changed retention from its own beginning', async () => {
  const { conversationId } = await store({});
  const expireAt = new Date('2026-05-01T00:00:00Z');

  await setContentExpiry(workspaceId, [conversationId], expireAt);
  expect(await listExpiries(conversationId)).toEqual(new Set([expireAt.getTime()]));

  for (const name of all) await rewriteExpiry(name, workspaceId, 7, null);
  expect(await listExpiries(conversationId)).toEqual(new Set([storedAt.getTime() + 7 * DAY_MS]));

  for (const name of all) await rewriteExpiry(name, workspaceId, null, null);
  expect(await listExpiries(conversationId)).toEqual(new Set([null]));
});

it('renews content with a conversation that is stored again, but no reply of an experiment', async () => {
  const { conversationId } = await store({});
  await store({ conversationId, experimentId: randomUUID() });
  const life = { storedAt: new Date('2026-04-01T00:00:00Z'), expireAt: new Date('2026-05-01T00:00:00Z') };

  await inTransaction((session) => renewContent(workspaceId, [conversationId], life, session));

  const renewed = all.filter((name) => name !== 'evaluations');
  expect(await listStored({ conversationId, ...life })).toEqual(renewed);
  expect(await listStored({ conversationId, ...life, experimentId: { $ne: null } })).toEqual([]);
});
