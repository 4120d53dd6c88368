import { randomUUID } from 'node:crypto';
import { CallCostModel } from '../../../src/experiments/call-cost.model';
import { deleteCallCosts, sumExperimentCosts } from '../../../src/experiments/call-cost.repository';
import { sumItemCostsUnscoped } from '../../../src/experiments/call-cost.unscoped.repository';
import { ItemTryAccount } from '../../../src/experiments/item-try-account';
import { AppError } from '../../../src/platform/errors/app-error';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { useDatabase } from '../../support/database';

useDatabase();

const makeItem = (executionNumber = 0, experimentId = randomUUID()) => ({
  id: randomUUID(),
  workspaceId: randomUUID(),
  experimentId,
  executionNumber,
});

it('counts a call at its estimate from before it is sent until its price is known', async () => {
  const item = makeItem();
  const account = new ItemTryAccount(item);

  const settle = await account.begin(2);
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(2);
  settle(5);
  await account.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(5);
});

it('counts a lost try once, in addition to its retry, which may be lost too', async () => {
  const item = makeItem();
  await new ItemTryAccount(item).begin(2);
  await new ItemTryAccount(item).begin(2);
  const last = new ItemTryAccount(item);
  const settle = await last.begin(2);
  settle(7);
  await last.save();
  await last.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(11);
  expect(await sumExperimentCosts([item.experimentId])).toEqual(new Map([[item.experimentId, 11]]));
});

it('replaces the estimate of a try that reports late', async () => {
  const item = makeItem();
  const late = new ItemTryAccount(item);
  const settle = await late.begin(2);
  const next = new ItemTryAccount(item);
  (await next.begin(2))(3);
  await next.save();

  settle(4);
  await late.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(7);
});

it('stores nothing for a try whose calls were rejected', async () => {
  const item = makeItem();
  const account = new ItemTryAccount(item);
  (await account.begin(2))(0);
  await account.save();

  expect(await CallCostModel.countDocuments({ itemId: item.id })).toBe(0);
});

it('begins no paid call after the spend limit is reached', async () => {
  const item = makeItem();
  const asked: string[] = [];
  const account = new ItemTryAccount(item, async (workspaceId) => {
    asked.push(workspaceId);
    throw new AppError('limit_reached', 'Spent', { retryAfterMs: 1000 });
  });

  await expect(account.begin(2)).rejects.toMatchObject({ code: 'limit_reached', isFinal: true });
  await account.begin(0);

  expect(asked).toEqual([item.workspaceId]);
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(0);
});

it('separates the executions of an experiment, and deletes all of them with it', async () => {
  const first = makeItem();
  const retried = { ...first, executionNumber: 1 };
  await new ItemTryAccount(first).begin(2);
  await new ItemTryAccount(retried).begin(3);

  expect([await sumItemCostsUnscoped(first.id, 0), await sumItemCostsUnscoped(first.id, 1)]).toEqual([2, 3]);
  expect((await sumExperimentCosts([first.experimentId])).get(first.experimentId)).toBe(5);
  await inTransaction((session) => deleteCallCosts(first.experimentId, session));
  expect(await sumExperimentCosts([first.experimentId])).toEqual(new Map());
});

it('records concurrent calls of one try', async () => {
  const item = makeItem();
  const account = new ItemTryAccount(item);
  const settles = await Promise.all([account.begin(1), account.begin(2), account.begin(3)]);
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(6);

  settles[1]?.(20);
  await account.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(24);
});
