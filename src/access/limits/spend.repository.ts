import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { groupBy } from '../../platform/group-by';
import { createBatcher } from '../../platform/mongo/batcher';
import { inTransaction } from '../../platform/mongo/connection';
import { workspaceExists } from '../workspaces/require-existing-workspace';
import { SpendModel, SpendTotalModel } from './spend.model';

const KEPT_MS = 400 * 86_400_000;
const RECORD_BATCH_SIZE = 100;

export interface Cost {
  /** The id of the reply or evaluation that was paid for. */
  id: string;
  workspaceId: string;
  /** US cents; null where the price is unknown. */
  costCents: number | null;
}

/**
 * Records costs under the ids of what was paid for, so that repeated calls count once. Records outlive what
 * was paid for: deleting it does not free any of the limit. Nothing is recorded for a deleted workspace.
 * Scoped by the workspace of each cost.
 */
export async function recordSpend(costs: readonly Cost[]): Promise<void> {
  const paid = costs.filter(({ costCents }) => costCents !== null && costCents > 0);
  if (paid.length > 0) await recordBatched(paid);
}

// One transaction per process at a time: those of a workspace write the same total and would conflict.
const recordBatched = createBatcher(
  { limit: RECORD_BATCH_SIZE },
  async (costs: Cost[][]): Promise<undefined[]> => {
    const now = currentTimeMs();
    await inTransaction(async (session) => {
      for (const [workspaceId, ofWorkspace] of groupBy(costs.flat(), (cost) => cost.workspaceId))
        if (await workspaceExists(workspaceId, session)) await record(workspaceId, ofWorkspace, now, session);
    });
    return costs.map(() => undefined);
  },
);

async function record(
  workspaceId: string,
  costs: readonly Cost[],
  now: number,
  session: ClientSession,
): Promise<void> {
  const expireAt = new Date(now + KEPT_MS);
  const { upsertedIds } = await SpendModel.bulkWrite(
    costs.map(({ id, costCents }) => ({
      updateOne: {
        filter: { _id: id },
        update: { $setOnInsert: { workspaceId, costCents: costCents ?? 0, expireAt } },
        upsert: true,
      },
    })),
    { session },
  );
  const added = Object.keys(upsertedIds).reduce(
    (sum, index) => sum + (costs[Number(index)]?.costCents ?? 0),
    0,
  );
  await SpendTotalModel.updateOne(
    { _id: totalId(workspaceId, now) },
    { $set: { workspaceId, expireAt }, $inc: { costCents: added } },
    { upsert: true, session },
  );
}

/** US cents that a workspace has spent in the month (UTC) of `now`. */
export async function sumSpend(workspaceId: string, now: number): Promise<number> {
  const total = await SpendTotalModel.findById(totalId(workspaceId, now)).lean();
  return total?.costCents ?? 0;
}

function totalId(workspaceId: string, now: number): string {
  return `${workspaceId}/${new Date(now).toISOString().slice(0, 7)}`;
}
