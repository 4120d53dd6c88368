import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createItem } from '../../../src/experiments/creation/create-item';
import type { ExperimentItem, ItemStatus } from '../../../src/experiments/store/experiment';
import { ExperimentItemModel } from '../../../src/experiments/store/experiment.model';
import { type ExperimentKey, insertItems, listItems } from '../../../src/experiments/store/item.repository';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { useDatabase } from '../../support/database';

useDatabase();

/** Stores an experiment's items with these statuses, in this order, and returns it. */
async function storeItems(statuses: ItemStatus[]): Promise<ExperimentKey> {
  const experimentId = randomUUID();
  const workspaceId = randomUUID();
  const items = statuses.map(
    (status, position): ExperimentItem => ({
      ...createItem({
        id: randomUUID(),
        workspaceId,
        experimentId,
        position,
        conversationId: randomUUID(),
        sourcePreview: '',
        baseline: null,
        evaluationsExpected: 1,
        createdAt: new Date(),
      }),
      status,
    }),
  );
  await inTransaction((session) => insertItems(items, session));
  return { id: experimentId, workspaceId };
}

it('lists items after a position, in order, with one status or any', async () => {
  const experiment = await storeItems(['failed', 'completed', 'failed', 'queued', 'failed']);
  await storeItems(['failed', 'failed']);
  const positions = async (position: number, limit: number, status: ItemStatus | null) =>
    (await listItems(experiment, { position, limit, status })).map((item) => item.position);

  expect(await positions(-1, 2, null)).toEqual([0, 1]);
  expect(await positions(-1, 2, 'failed')).toEqual([0, 2]);
  expect(await positions(2, 2, 'failed')).toEqual([4]);
  expect(await positions(-1, 2, 'pending')).toEqual([]);
  const ofOther = { ...experiment, workspaceId: randomUUID() };
  expect(await listItems(ofOther, { position: -1, limit: 2, status: null })).toEqual([]);
});

it('reads a page of one status as one range of an index, regardless of other items', async () => {
  const experiment = await storeItems(
    Array.from({ length: 400 }, (_, at) => (at % 100 === 99 ? 'failed' : 'completed')),
  );
  const { db } = mongoose.connection;
  await db?.setProfilingLevel('all');

  const items = await listItems(experiment, { position: 150, limit: 2, status: 'failed' });

  await db?.setProfilingLevel('off');
  const reads = await db
    ?.collection('system.profile')
    .find({ op: 'query', ns: { $regex: `\\.${ExperimentItemModel.collection.name}$` } })
    .toArray();
  expect(items.map(({ position }) => position)).toEqual([199, 299]);
  expect(reads).toMatchObject([{ docsExamined: 2 }]);
  expect(reads?.[0]).not.toHaveProperty('hasSortStage');
});
