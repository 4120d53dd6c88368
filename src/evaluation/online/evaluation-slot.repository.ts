import type { EvaluationSlot } from '../../../workflows/contracts';
import { currentTimeMs } from '../../platform/clock';
import { isDuplicateKey } from '../../platform/mongo/connection';
import { EvaluationSlotModel } from './evaluation-slot.model';

/** A slot that works renews its time more often; one with an older time was never started, or lost. */
const STALE_AFTER_MS = 20_000;
/** A slot that looks this much later is early enough: concurrent requests are due at slightly different times. */
const TOLERANCE_MS = 1000;

const idOf = (workspaceId: string, slot: number) => `${workspaceId}/${slot}`;

/**
 * Makes a slot look at `dueAt` unless it looks earlier. Returns true if its workflow has to be signaled: of many callers,
 * one gets true until the slot has looked.
 */
export async function advanceSlot({ workspaceId, slot }: EvaluationSlot, dueAt: Date): Promise<boolean> {
  const _id = idOf(workspaceId, slot);
  const latest = new Date(dueAt.getTime() + TOLERANCE_MS);
  const stale = new Date(currentTimeMs() - STALE_AFTER_MS);
  if (
    (await EvaluationSlotModel.exists({ _id, workspaceId, looksAt: { $gt: stale, $lte: latest } })) !== null
  )
    return false;
  try {
    const { matchedCount, upsertedCount } = await EvaluationSlotModel.updateOne(
      { _id, workspaceId, $or: [{ looksAt: { $gt: latest } }, { looksAt: { $lte: stale } }] },
      { $set: { looksAt: dueAt } },
      { upsert: true },
    );
    return matchedCount + upsertedCount > 0;
  } catch (error) {
    // Another caller has made it look as early.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Records when a slot looks next; null: it does not. */
export async function saveLooksAt(
  { workspaceId, slot }: EvaluationSlot,
  looksAt: Date | null,
): Promise<void> {
  const _id = idOf(workspaceId, slot);
  // By the id alone: then the server retries an upsert that another caller has preceded.
  if (looksAt === null) await EvaluationSlotModel.deleteOne({ _id, workspaceId });
  else await EvaluationSlotModel.updateOne({ _id }, { $set: { workspaceId, looksAt } }, { upsert: true });
}

/** Whether a slot has looked, or looks, after `time`. */
export async function looksAfter({ workspaceId, slot }: EvaluationSlot, time: Date): Promise<boolean> {
  const _id = idOf(workspaceId, slot);
  return (await EvaluationSlotModel.exists({ _id, workspaceId, looksAt: { $gt: time } })) !== null;
}
