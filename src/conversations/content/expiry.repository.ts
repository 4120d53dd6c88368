import type { ClientSession } from 'mongoose';
import { inTransaction } from '../../platform/mongo/connection';
import { driverDatabase, inSession } from '../../platform/mongo/driver';
import { markChanged } from '../changed-periods/change-marks';
import { periodMs } from '../changed-periods/changed-period';
import { conversationContent } from './conversation-content';

/** Documents whose expiry is updated in one batch. */
export const REWRITE_BATCH_SIZE = 1000;
const MESSAGES = 'messages';

/** A collection whose documents expire by the retention of their workspace. */
interface ExpiringCollection {
  name: string;
  begin: 'storedAt' | 'createdAt';
  /** The field with the id of the conversation. */
  conversationField: '_id' | 'conversationId';
}

/**
 * In the order in which they are rewritten: what is written without reading the retention copies the end of its
 * conversation, so conversations come first. Each has an index on `workspaceId` and the id of the conversation.
 */
const expiring: readonly ExpiringCollection[] = [
  { name: 'conversations', begin: 'storedAt', conversationField: '_id' },
  ...conversationContent.map(
    ({ name, begin }): ExpiringCollection => ({
      name,
      begin,
      conversationField: 'conversationId',
    }),
  ),
];

/** Their names, in order. */
export const expiringNames: readonly string[] = expiring.map(({ name }) => name);

/** Documents of a workspace that expire by its retention. */
export async function countExpiring(workspaceId: string): Promise<number> {
  let count = 0;
  for (const name of expiringNames)
    count += await driverDatabase().collection(name).countDocuments({ workspaceId });
  return count;
}

/**
 * Rewrites the expiry of the next documents of a workspace in a collection after a conversation id, up to the end of the
 * conversation in which the batch becomes full; null days: never. `after` is null when there are no more. Idempotent.
 */
export async function rewriteExpiry(
  name: string,
  workspaceId: string,
  days: number | null,
  after: string | null,
): Promise<{ after: string | null; count: number }> {
  const collection = expiring.find((one) => one.name === name);
  if (collection === undefined) throw new Error(`Documents of ${name} do not expire with a retention`);
  const expireAt =
    days === null ? null : { $dateAdd: { startDate: `$${collection.begin}`, unit: 'day', amount: days } };
  const rewrite = async (session?: ClientSession) => {
    const { filter, last } = await findNext(collection, workspaceId, after, session);
    if (session !== undefined) await markPeriods(workspaceId, filter, session);
    const { matchedCount } = await driverDatabase()
      .collection(name)
      .updateMany(filter, [{ $set: { expireAt } }], inSession(session));
    return { after: last, count: matchedCount };
  };
  // A rollup stores the earliest expiry of its messages, so the periods of a batch are marked together with it.
  return name === MESSAGES ? inTransaction(rewrite) : rewrite();
}

/** Selects the documents of a batch; `last` is the conversation that it ends with, null for the last batch. */
async function findNext(
  { name, conversationField }: ExpiringCollection,
  workspaceId: string,
  after: string | null,
  session?: ClientSession,
): Promise<{ filter: { workspaceId: string }; last: string | null }> {
  const following = after === null ? {} : { $gt: after };
  const rest = { workspaceId, ...(after !== null && { [conversationField]: following }) };
  const [boundary] = await driverDatabase()
    .collection(name)
    .find(rest, { ...inSession(session), projection: { [conversationField]: 1 } })
    .sort({ [conversationField]: 1 })
    .skip(REWRITE_BATCH_SIZE - 1)
    .limit(1)
    .toArray();
  if (boundary === undefined) return { filter: rest, last: null };
  const last: string = boundary[conversationField];
  return { filter: { workspaceId, [conversationField]: { ...following, $lte: last } }, last };
}

async function markPeriods(workspaceId: string, filter: object, session: ClientSession): Promise<void> {
  const step = { $dateTrunc: { date: '$createdAt', unit: 'minute', binSize: periodMs.step / 60_000 } };
  const steps = await driverDatabase()
    .collection(MESSAGES)
    .aggregate<{ _id: Date }>([{ $match: filter }, { $group: { _id: step } }], { session })
    .toArray();
  await markChanged(
    steps.map(({ _id: createdAt }) => ({ workspaceId, createdAt })),
    session,
  );
}
