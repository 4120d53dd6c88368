import type { ClientSession, mongo } from 'mongoose';
import { currentTime } from '../platform/clock';
import { driverCollection } from '../platform/mongo/driver';
import { expiryOf } from '../platform/mongo/retention';
import { type HistoryPoint, MAX_CLOCK_SKEW_MICROS, MAX_PAUSE_MICROS } from './assembly/outline-history';
import type { TraceHistory } from './trace-history';
import { TraceHistoryModel, type TraceHistoryRecord } from './trace-history.model';

// Of conversations with the same beginning, only those closest in time are compared.
const MAX_CANDIDATES = 20;

// Spans may arrive late, for instance from a collector that could not send them.
const LIFE_DAYS = 2;

/** Stores outlines of conversations in place of earlier ones. `days`: the retention of the workspace. */
export async function saveHistories(
  histories: readonly TraceHistory[],
  days: number | null,
  session: ClientSession,
): Promise<void> {
  if (histories.length === 0) return;
  const expireAt = expiryOf(currentTime(), Math.min(days ?? LIFE_DAYS, LIFE_DAYS)) as Date;
  await driverCollection<TraceHistoryRecord>(TraceHistoryModel).bulkWrite(
    histories.map((history) => ({
      replaceOne: { filter: { _id: history._id }, replacement: { ...history, expireAt }, upsert: true },
    })),
    { session, ordered: false },
  );
}

export async function deleteHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (conversationIds.length === 0) return;
  await TraceHistoryModel.deleteMany({ _id: { $in: [...conversationIds] }, workspaceId }, { session });
}

export async function findHistories(
  workspaceId: string,
  conversationIds: readonly string[],
  session?: ClientSession,
): Promise<TraceHistory[]> {
  return driverCollection<TraceHistoryRecord>(TraceHistoryModel)
    .find({ _id: { $in: [...conversationIds] }, workspaceId }, session === undefined ? {} : { session })
    .toArray();
}

/** The conversations that this one may continue or copy: they end at one of its points. */
export async function listEarlier({
  _id,
  workspaceId,
  source,
  endMicros,
  repeated,
  written,
}: TraceHistory): Promise<TraceHistory[]> {
  const endsAt = (points: readonly HistoryPoint[]) => ({
    _id: { $ne: _id },
    workspaceId,
    source,
    endHash: { $in: points.map(({ hash }) => hash) },
  });
  const starts = (points: readonly HistoryPoint[]) => points.map(({ startMicros }) => startMicros);
  const continued = {
    $gte: Math.min(...starts(repeated)) - MAX_PAUSE_MICROS,
    $lte: Math.max(...starts(repeated)) + MAX_CLOCK_SKEW_MICROS,
  };
  const copied = { $gte: Math.min(...starts(written), endMicros) };
  const found = await Promise.all([
    repeated.length === 0 ? [] : listClosest({ ...endsAt(repeated), endMicros: continued }, -1),
    written.length === 0
      ? []
      : listClosest({ ...endsAt(written), ...writtenByOther(written), endMicros: copied }, 1),
  ]);
  return found.flat();
}

/** The conversations that may continue this one or copy it: they repeat or wrote all of its messages. */
export async function listLater({
  _id,
  workspaceId,
  source,
  endHash,
  endMicros,
  written,
}: TraceHistory): Promise<TraceHistory[]> {
  if (endHash === null) return [];
  const others = { _id: { $ne: _id }, workspaceId, source };
  const continuing = { $gte: endMicros - MAX_CLOCK_SKEW_MICROS };
  const copying = { $gte: written.at(-1)?.startMicros ?? endMicros };
  const found = await Promise.all([
    listClosest({ ...others, 'repeated.hash': endHash, endMicros: continuing }, 1),
    listClosest(
      { ...others, 'written.hash': endHash, ...writtenByOther(written.slice(-1)), endMicros: copying },
      1,
    ),
  ]);
  return found.flat();
}

/** No library copies its own calls, so the many equal exchanges of a load test need not be compared. */
function writtenByOther(points: readonly HistoryPoint[]): { written?: { $elemMatch: object } } {
  const libraries = new Set(points.map(({ library }) => library));
  const [library] = libraries;
  if (libraries.size !== 1 || library === null || library === undefined) return {};
  const hashes = points.map(({ hash }) => hash);
  return { written: { $elemMatch: { hash: { $in: hashes }, library: { $ne: library } } } };
}

async function listClosest(
  filter: mongo.Filter<TraceHistoryRecord> & { workspaceId: string },
  order: 1 | -1,
): Promise<TraceHistory[]> {
  const collection = driverCollection<TraceHistoryRecord>(TraceHistoryModel);
  return collection.find(filter).sort({ endMicros: order }).limit(MAX_CANDIDATES).toArray();
}
