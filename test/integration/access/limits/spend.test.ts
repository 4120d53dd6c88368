import { randomUUID } from 'node:crypto';
import { SpendModel } from '../../../../src/access/limits/spend.model';
import { recordSpend, sumSpend } from '../../../../src/access/limits/spend.repository';
import { useDatabase } from '../../../support/database';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const costOf = (workspaceId: string, costCents: number | null, id = randomUUID()) => ({
  id,
  workspaceId,
  costCents,
});
const spentBy = (workspaceId: string) => sumSpend(workspaceId, Date.now());

it('adds up what many record at the same time, each once', async () => {
  const workspaceId = await storeWorkspace();
  const costs = Array.from({ length: 40 }, () => costOf(workspaceId, 2));

  await Promise.all([...costs, ...costs].map((cost) => recordSpend([cost])));
  await recordSpend(costs);
  await recordSpend([costOf(workspaceId, null), costOf(workspaceId, 0)]);

  expect(await spentBy(workspaceId)).toBe(80);
});

it('counts an id once that comes twice in one call', async () => {
  const workspaceId = await storeWorkspace();
  const cost = costOf(workspaceId, 3);

  await recordSpend([cost, cost, costOf(workspaceId, 4)]);

  expect(await spentBy(workspaceId)).toBe(7);
});

it('reads the total of a month, not its records', async () => {
  const workspaceId = await storeWorkspace();
  await recordSpend([costOf(workspaceId, 5)]);
  await SpendModel.deleteMany({ workspaceId });

  expect(await spentBy(workspaceId)).toBe(5);
});

it('records nothing for a workspace that was deleted', async () => {
  const [gone, there] = [randomUUID(), await storeWorkspace()];

  await recordSpend([costOf(gone, 5), costOf(there, 2)]);

  expect([await spentBy(gone), await spentBy(there)]).toEqual([0, 2]);
  expect(await SpendModel.countDocuments({ workspaceId: gone })).toBe(0);
});
