import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { changeRetention, findWorkspace } from '../../../../src/access/workspaces/workspace.repository';
import { getRetentionDays } from '../../../../src/access/workspaces/workspace-settings';
import { REWRITE_BATCH_SIZE } from '../../../../src/conversations/content/expiry.repository';
import { rewriteRetention } from '../../../../src/conversations/content/rewrite-retention';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { saveEvaluations } from '../../../../src/conversations/evaluations/evaluation.repository';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { awaitOpenTransactions } from '../../../../src/platform/mongo/open-transactions';
import type { RetentionPosition } from '../../../../workflows/contracts';
import { useDatabase } from '../../../support/database';
import { evaluationOf, messageAt, newConversation } from '../../../support/stored-conversations';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const conversations = createConversationService({ retentionOf: getRetentionDays });
const change = (workspaceId: string, days: number | null) =>
  changeRetention(workspaceId, days, { changeId: randomUUID(), now: new Date() });

const inputFor = (workspaceId: string) =>
  newConversation([messageAt('2026-03-01T09:00:00Z'), messageAt('2026-03-01T10:00:00Z')], { workspaceId });

/** The steps of the workflow. */
async function applyChanges(workspaceId: string): Promise<void> {
  let position: RetentionPosition | null = null;
  do {
    position = await rewriteRetention({ workspaceId, position });
  } while (position !== null);
}

/** The distinct numbers of days after which conversations and messages of a workspace expire; null: never. */
async function storedDays(workspaceId: string): Promise<(number | null)[]> {
  const days = new Set<number | null>();
  for (const name of ['conversations', 'messages']) {
    for await (const { storedAt, expireAt } of mongoose.connection.collection(name).find({ workspaceId })) {
      days.add(expireAt === null ? null : (expireAt - storedAt) / 86_400_000);
    }
  }
  return [...days];
}

it('rewrites everything that is stored, in more than one batch, and shows how far it has come', async () => {
  const workspaceId = await storeWorkspace();
  const inputs = Array.from({ length: REWRITE_BATCH_SIZE + 10 }, () => inputFor(workspaceId));
  const [first] = await conversations.createConversations(workspaceId, inputs);
  const conversationId = first?.id ?? '';
  const evaluation = evaluationOf({ workspaceId, conversationId, messageId: randomUUID() }, []);
  await saveEvaluations([evaluation]);
  const other = await storeWorkspace();
  await conversations.createConversations(other, [inputFor(other)]);
  const total = inputs.length * 3 + 1;

  await change(workspaceId, 7);
  expect((await findWorkspace(workspaceId))?.retentionChange).toMatchObject({ status: 'pending' });
  await applyChanges(workspaceId);

  expect(await storedDays(workspaceId)).toEqual([7]);
  expect(await storedDays(other)).toEqual([null]);
  expect((await findWorkspace(workspaceId))?.retentionChange).toMatchObject({
    status: 'completed',
    processedCount: total,
    totalCount: total,
    completedAt: expect.any(Date),
    dueAt: null,
  });
});

it('waits for a transaction that read the retention before it changed, and rewrites what that stores', async () => {
  const workspaceId = await storeWorkspace();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasStored = () => {};
  const stored = new Promise<void>((resolve) => {
    hasStored = resolve;
  });
  const storing = inTransaction(async (session) => {
    await conversations.addConversations([inputFor(workspaceId)], session);
    hasStored();
    await released;
  });
  await stored;

  await change(workspaceId, 7);
  const applying = applyChanges(workspaceId);
  const whileOpen = await Promise.race([
    applying.then(() => 'applied'),
    awaitOpenTransactions(AbortSignal.timeout(500)).catch(() => 'waiting'),
  ]);
  release();
  await Promise.all([storing, applying]);

  expect(whileOpen).toBe('waiting');
  expect(await storedDays(workspaceId)).toEqual([7]);
});

it('leaves no document with an old expiry while others are stored and the retention changes again', async () => {
  const workspaceId = await storeWorkspace();
  let isOver = false;
  const storing = Array.from({ length: 3 }, async () => {
    while (!isOver) await conversations.createConversations(workspaceId, [inputFor(workspaceId)]);
  });

  for (const days of [7, null, 30, 3]) {
    await change(workspaceId, days);
    const position = await rewriteRetention({ workspaceId, position: null });
    if (position !== null) await rewriteRetention({ workspaceId, position });
  }
  await change(workspaceId, 14);
  await applyChanges(workspaceId);
  isOver = true;
  await Promise.all(storing);

  expect(await storedDays(workspaceId)).toEqual([14]);
});

it('changes nothing for the same retention', async () => {
  const workspaceId = await storeWorkspace();
  await change(workspaceId, 7);
  await applyChanges(workspaceId);
  const before = await findWorkspace(workspaceId);

  await change(workspaceId, 7);

  expect(await findWorkspace(workspaceId)).toEqual(before);
});

it('stores nothing for a workspace that is gone', async () => {
  const workspaceId = randomUUID();

  await expect(conversations.createConversations(workspaceId, [inputFor(workspaceId)])).rejects.toMatchObject(
    { code: 'not_found' },
  );

  expect(await rewriteRetention({ workspaceId, position: null })).toBeNull();
  expect(await storedDays(workspaceId)).toEqual([]);
});
