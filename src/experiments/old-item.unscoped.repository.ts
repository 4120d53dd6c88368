import type { ClientSession } from 'mongoose';
import { mapInSlices } from '../platform/concurrency/collect-in-slices';
import type { ReplySide } from './experiment';
import { itemCollection } from './experiment.model';

/** An item with a reply without findings: a clean one, or one that was not judgeable before that was an ending. */
export interface CleanItem {
  _id: string;
  reply: Pick<ReplySide, 'evaluationId' | 'findings'>;
  baseline: Pick<ReplySide, 'evaluationId' | 'findings'> | null;
}

const isClean = { $or: [{ 'reply.findings': { $size: 0 } }, { 'baseline.findings': { $size: 0 } }] };

export async function listExperimentsWithCleanItemsUnscoped(): Promise<string[]> {
  return itemCollection().distinct('experimentId', isClean);
}

export async function listCleanItemsUnscoped(experimentId: string): Promise<CleanItem[]> {
  const cursor = itemCollection()
    .find({ experimentId, ...isClean })
    .project<CleanItem>({
      'reply.evaluationId': 1,
      'reply.findings': 1,
      'baseline.evaluationId': 1,
      'baseline.findings': 1,
    });
  return mapInSlices(cursor, (item) => item);
}

/** Marks the replies with the evaluations as not judgeable, and all items of the experiment as not counted. */
export async function saveNotJudgeable(
  experimentId: string,
  sides: readonly { itemId: string; side: 'reply' | 'baseline'; evaluationId: string }[],
  session: ClientSession,
): Promise<void> {
  await itemCollection().bulkWrite(
    sides.map(({ itemId, side, evaluationId }) => ({
      updateOne: {
        filter: { _id: itemId, [`${side}.evaluationId`]: evaluationId },
        update: { $set: { [`${side}.findings`]: null, [`${side}.isNotJudgeable`]: true } },
      },
    })),
    { session },
  );
  await itemCollection().updateMany(
    { experimentId, isCounted: true },
    { $unset: { isCounted: '' } },
    { session },
  );
}
