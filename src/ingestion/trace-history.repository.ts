import type { ClientSession, QueryFilter } from 'mongoose';
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
): Promise<TraceHistory[]> {
  return TraceHistoryModel.find({ _id: { $in: [...conversationIds] }, workspaceId }).lean<TraceHistory[]>();
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
  const others = { _id: { $ne: _id }, workspaceId, source };
  const endsAt = (points: readonly HistoryPoint[], from: number, until: number) => ({
    ...others,
    endHash: { $in: points.map(({ hash }) => hash) },
    endMicros: { $gte: from, $lte: until },
  });
  const first = (points: readonly HistoryPoint[]) =>
    Math.min(...points.map(({ startMicros }) => startMicros), endMicros);
  const last = Math.max(0, ...repeated.map(({ startMicros }) => startMicros));
  const found = await Promise.all([
    listClosest(endsAt(repeated, first(repeated) - MAX_PAUSE_MICROS, last + MAX_CLOCK_SKEW_MICROS), -1),
    listClosest(endsAt(written, first(written), Number.MAX_SAFE_INTEGER), 1),
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
  const from = written.at(-1)?.startMicros ?? endMicros;
  const found = await Promise.all([
    listClosest(
      { ...others, 'repeated.hash': endHash, endMicros: { $gte: endMicros - MAX_CLOCK_SKEW_MICROS } },
      1,
    ),
    listClosest({ ...others, 'written.hash': endHash, endMicros: { $gte: from } }, 1),
  ]);
  return found.flat();
}

async function listClosest(filter: QueryFilter<TraceHistoryRecord>, order: 1 | -1): Promise<TraceHistory[]> {
  return TraceHistoryModel.find(filter)
    .sort({ endMicros: order })
    .limit(MAX_CANDIDATES)
    .lean<TraceHistory[]>();
}
