import { randomUUID } from 'node:crypto';
import { ItemTryAccount } from '../../../../src/experiments/execution/item-try-account';
import { CallCostModel } from '../../../../src/experiments/store/call-cost.model';
import {
  deleteCallCosts,
  sumExperimentCosts,
  sumItemCosts,
} from '../../../../src/experiments/store/call-cost.repository';
import { sumItemCostsUnscoped } from '../../../../src/experiments/store/call-cost.unscoped.repository';
import { splitCosts } from '../../../../src/experiments/store/costs';
import { AppError } from '../../../../src/platform/errors/app-error';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import type { CallAccount } from '../../../../src/providers/chat-model';
import { useDatabase } from '../../../support/database';

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

  const settle = await account.of('generation').begin(2);
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(2);
  settle(5, true);
  await account.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(5);
});

it('counts a lost try once, in addition to its retry, which may be lost too', async () => {
  const item = makeItem();
  await new ItemTryAccount(item).of('generation').begin(2);
  await new ItemTryAccount(item).of('generation').begin(2);
  const last = new ItemTryAccount(item);
  const settle = await last.of('generation').begin(2);
  settle(7, true);
  await last.save();
  await last.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(11);
  expect((await sumExperimentCosts([item.experimentId])).get(item.experimentId)?.totalCents).toBe(11);
});

it('replaces the estimate of a try that reports late', async () => {
  const item = makeItem();
  const late = new ItemTryAccount(item);
  const settle = await late.of('generation').begin(2);
  const next = new ItemTryAccount(item);
  (await next.of('generation').begin(2))(3, true);
  await next.save();

  settle(4, true);
  await late.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(7);
});

it('stores nothing for a try whose calls were rejected', async () => {
  const item = makeItem();
  const account = new ItemTryAccount(item);
  (await account.of('generation').begin(2))(0, true);
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

  await expect(account.of('generation').begin(2)).rejects.toMatchObject({
    code: 'limit_reached',
    isFinal: true,
  });
  await account.of('generation').begin(0);

  expect(asked).toEqual([item.workspaceId]);
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(0);
});

it('separates the executions of an experiment, and deletes all of them with it', async () => {
  const first = makeItem();
  const retried = { ...first, executionNumber: 1 };
  await new ItemTryAccount(first).of('judging').begin(2);
  await new ItemTryAccount(retried).of('judging').begin(3);

  expect([await sumItemCostsUnscoped(first.id, 0), await sumItemCostsUnscoped(first.id, 1)]).toEqual([2, 3]);
  expect((await sumExperimentCosts([first.experimentId])).get(first.experimentId)?.totalCents).toBe(5);
  await inTransaction((session) => deleteCallCosts(first.experimentId, session));
  expect(await sumExperimentCosts([first.experimentId])).toEqual(new Map());
});

it('records concurrent calls of one try', async () => {
  const item = makeItem();
  const account = new ItemTryAccount(item);
  const settles = await Promise.all([
    account.of('generation').begin(1),
    account.of('generation').begin(2),
    account.of('generation').begin(3),
  ]);
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(6);

  settles[1]?.(20, true);
  await account.save();

  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(24);
});

const costsOf = async (item: ReturnType<typeof makeItem>) =>
  splitCosts((await sumItemCosts(item.workspaceId, [item.id])).get(item.id));

it('splits the cost by what calls bought; the rest is wasted, and the parts add up to the total', async () => {
  const item = makeItem();
  await new ItemTryAccount(item).of('judging').begin(0.7); // lost with its worker
  const account = new ItemTryAccount(item);
  (await account.of('generation').begin(1))(0.1, true);
  (await account.of('generation').begin(1))(0.2, false); // charged, but not usable
  (await account.of('judging').begin(1))(0.3, true);
  (await account.of('judging').begin(1))(0.4, true);
  account.of('judging').discard(0.4); // not readable for the judge
  await account.save();
  await account.save();

  const costs = await costsOf(item);
  expect(costs).toEqual({
    totalCents: expect.closeTo(1.7, 9),
    generationCents: 0.1,
    judgingCents: 0.3,
    wastedCents: expect.closeTo(1.3, 9),
  });
  expect(costs.totalCents).toBe(0.1 + 0.3 + (costs.wastedCents ?? 0));
});

it('has no total, and no part with a call of unknown price', async () => {
  const item = makeItem();
  const account = new ItemTryAccount(item);
  (await account.of('generation').begin(null))(null, true);
  (await account.of('judging').begin(1))(0.3, true);
  await account.save();

  expect(await costsOf(item)).toEqual({
    totalCents: null,
    generationCents: null,
    judgingCents: 0.3,
    wastedCents: 0,
  });
  const ofExperiment = (await sumExperimentCosts([item.experimentId])).get(item.experimentId);
  expect(splitCosts(ofExperiment).totalCents).toBeNull();
  expect(await sumItemCostsUnscoped(item.id, 0)).toBe(0.3);
});

it.each<[string, (account: CallAccount) => Promise<void>, number | null]>([
  ['in flight', async (account) => void (await account.begin(null)), null],
  ['without a usable reply', async (account) => (await account.begin(null))(null, false), null],
  [
    'whose reply its caller cannot use',
    async (account) => {
      (await account.begin(null))(null, true);
      account.discard(null);
    },
    null,
  ],
  ['that was rejected', async (account) => (await account.begin(null))(0, false), 0],
])('wastes what a call of unknown price %s costs', async (_case, call, wastedCents) => {
  const item = makeItem();
  const account = new ItemTryAccount(item);
  await call(account.of('judging'));
  await account.save();

  expect(await costsOf(item)).toMatchObject({ totalCents: wastedCents, judgingCents: 0, wastedCents });
});
