import { randomUUID } from 'node:crypto';
import { findRun, insertRun } from '../../../../src/optimization/runs/run.repository';
import { isOpen, recordRetryCost, reserveBudget } from '../../../../src/optimization/runs/run-budget';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { initialState } from '../../../../workflows/optimization-run/run-state';
import { makeRun } from '../../../support/builders';
import { useDatabase } from '../../../support/database';

useDatabase();

const workspaceId = randomUUID();
const reserve = (id: string) => inTransaction((session) => reserveBudget(workspaceId, id, session));

async function endedRun(maxCostCents: number | null, costCents = 20): Promise<string> {
  const run = makeRun(workspaceId, { ...initialState(), status: 'completed', costCents });
  await insertRun({ ...run, maxCostCents });
  return run.id;
}

it('reserves the rest of the budget for one of many concurrent retries', async () => {
  const id = await endedRun(50);

  const reservations = await Promise.allSettled(Array.from({ length: 8 }, () => reserve(id)));

  const granted = reservations.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  const refused = reservations.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
  expect(granted).toEqual([30]);
  expect(refused).toEqual(Array.from({ length: 7 }, () => 'cost_limit_reached'));
});

it('releases the unspent part of a reservation', async () => {
  const id = await endedRun(50);
  await reserve(id);

  await inTransaction((session) => recordRetryCost(id, { reservedCents: 30, costCents: 10 }, session));

  expect(await findRun(workspaceId, id)).toMatchObject({ retryCostCents: 10, reservedCents: 0 });
  expect(await reserve(id)).toBe(20);
});

it('reserves nothing if the run has no limit', async () => {
  const id = await endedRun(null);

  expect([await reserve(id), await reserve(id)]).toEqual([null, null]);
});

it('treats a run as open until its workflow has closed', async () => {
  const id = await endedRun(null);
  const looks = [true, true, false];

  expect(await isOpen(workspaceId, id, { isRunning: async () => looks.shift() ?? false })).toBe(false);
  expect(looks).toEqual([]);
});
