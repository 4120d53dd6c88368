import { randomUUID } from 'node:crypto';
import '../../../../src/api-server'; // loads every model
import mongoose from 'mongoose';
import { createdCollections } from '../../../../src/access/limits/created-content.repository';
import {
  createWithinLimits,
  listCreatedUsage,
  MAX_CREATED_BYTES,
} from '../../../../src/access/limits/creation-limits';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { driverDatabase } from '../../../../src/platform/mongo/driver';
import { useDatabase } from '../../../support/database';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const schedules = () => driverDatabase().collection<{ _id: string }>('schedules');
const scheduleOf = (workspaceId: string, storedBytes = 10) => ({
  _id: randomUUID(),
  workspaceId,
  storedBytes,
});

/** Creates a schedule within the limits; returns whether it was refused, with the error. */
function create(workspaceId: string, schedule = scheduleOf(workspaceId)): Promise<unknown> {
  return inTransaction((session) =>
    createWithinLimits(workspaceId, 'schedules', session, async () => {
      await schedules().insertOne(schedule, { session });
    }),
  ).catch((error: unknown) => error);
}

const usageOf = async (workspaceId: string, limit: string) =>
  (await listCreatedUsage(workspaceId)).find(({ name }) => name === limit);

it('admits exactly as many as the limit, however many are created at the same time', async () => {
  const [workspaceId, other] = [await storeWorkspace(), await storeWorkspace()];
  await schedules().insertMany(Array.from({ length: 85 }, () => scheduleOf(workspaceId)));

  const results = await Promise.all(Array.from({ length: 40 }, () => create(workspaceId)));

  const refused = results.filter((result) => result !== undefined);
  expect(refused).toHaveLength(25);
  expect(refused[0]).toMatchObject({
    code: 'conflict',
    message: 'The workspace has 100 schedules, the maximum',
    ctx: { limit: 'schedules', used: 100, max: 100 },
  });
  expect(await schedules().countDocuments({ workspaceId })).toBe(100);
  expect(await usageOf(workspaceId, 'schedules')).toEqual({ name: 'schedules', used: 100, max: 100 });
  expect(await create(other)).toBeUndefined();
});

it('reports a repeated request as such, also at the limit', async () => {
  const workspaceId = await storeWorkspace();
  const first = scheduleOf(workspaceId);
  await schedules().insertMany([first, ...Array.from({ length: 99 }, () => scheduleOf(workspaceId))]);

  expect(await create(workspaceId, first)).toMatchObject({ code: 11000 });
});

it('limits the bytes of all kinds together', async () => {
  const workspaceId = await storeWorkspace();
  await driverDatabase()
    .collection<{ _id: string }>('review_queues')
    .insertOne(scheduleOf(workspaceId, MAX_CREATED_BYTES - 15));

  const results = [await create(workspaceId), await create(workspaceId)];

  expect(results).toMatchObject([undefined, { code: 'conflict', ctx: { limit: 'created_bytes' } }]);
  expect(await usageOf(workspaceId, 'created_bytes')).toMatchObject({ used: MAX_CREATED_BYTES - 5 });
});

it('creates nothing in a workspace that was deleted', async () => {
  expect(await create(randomUUID())).toMatchObject({ code: 'not_found' });
});

it('counts collections whose models say how large a document is, by an index', () => {
  const counted = Object.values(mongoose.models)
    .filter(({ schema }) =>
      schema.indexes().some(([key]) => JSON.stringify(key) === '{"workspaceId":1,"storedBytes":1}'),
    )
    .map(({ collection }) => collection.name);
  expect(counted.toSorted()).toEqual(Object.values(createdCollections).toSorted());
});
