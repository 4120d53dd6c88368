import type { ClientSession, mongo } from 'mongoose';
import { currentTime } from '../platform/clock';
import { driverCollection, inSession } from '../platform/mongo/driver';
import { expiryOf } from '../platform/mongo/retention';
import { type HistoryPoint, MAX_CLOCK_SKEW_MICROS, MAX_PAUSE_MICROS } from './history-points';
import type { TraceHistory } from './trace-history';
import { TraceHistoryModel, type TraceHistoryRecord } from './trace-history.model';

// Of conversations with the same beginning, only those closest in time are compared.
const MAX_CANDIDATES = 20;

// Queries that are sent together; MongoDB limits the stages of a pipeline to 1,000.
const QUERY_BATCH_SIZE = 256;

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
    .find({ _id: { $in: [...conversationIds] }, workspaceId }, inSession(session))
    .toArray();
}

/** By id, the conversations that each of these may continue or copy: they end at one of its points. Scoped by `histories`. */
export function listEarlier(histories: readonly TraceHistory[]): Promise<Map<string, TraceHistory[]>> {
  return listCandidates(histories.flatMap(earlierThan));
}

/**
 * By id, the conversations that may continue each of these or copy it: they repeat or wrote all of its messages.
 * Scoped by `histories`.
 */
export function listLater(histories: readonly TraceHistory[]): Promise<Map<string, TraceHistory[]>> {
  return listCandidates(histories.flatMap(laterThan));
}

/** The candidates for one conversation, the closest in time. */
interface CandidateQuery {
  candidatesOf: string;
  filter: mongo.Filter<TraceHistoryRecord> & { workspaceId: string };
  /** Whether those that ended first are the closest. */
  order: 1 | -1;
}

function earlierThan({
  _id,
  workspaceId,
  source,
  endMicros,
  repeated,
  written,
}: TraceHistory): CandidateQuery[] {
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
  const queries: CandidateQuery[] = [];
  if (repeated.length > 0) {
    queries.push({ candidatesOf: _id, filter: { ...endsAt(repeated), endMicros: continued }, order: -1 });
  }
  if (written.length > 0) {
    const filter = { ...endsAt(written), ...writtenByOther(written), endMicros: copied };
    queries.push({ candidatesOf: _id, filter, order: 1 });
  }
  return queries;
}

function laterThan({
  _id,
  workspaceId,
  source,
  endHash,
  endMicros,
  written,
}: TraceHistory): CandidateQuery[] {
  if (endHash === null) return [];
  const others = { _id: { $ne: _id }, workspaceId, source };
  const continuing = { $gte: endMicros - MAX_CLOCK_SKEW_MICROS };
  const copying = { $gte: written.at(-1)?.startMicros ?? endMicros };
  const copies = { 'written.hash': endHash, ...writtenByOther(written.slice(-1)), endMicros: copying };
  return [
    {
      candidatesOf: _id,
      filter: { ...others, 'repeated.hash': endHash, endMicros: continuing },
      order: 1,
    },
    { candidatesOf: _id, filter: { ...others, ...copies }, order: 1 },
  ];
}

/** No library copies its own calls, so the many equal exchanges of a load test need not be compared. */
function writtenByOther(points: readonly HistoryPoint[]): { written?: { $elemMatch: object } } {
  const libraries = new Set(points.map(({ library }) => library));
  const [library] = libraries;
  if (libraries.size !== 1 || library === null || library === undefined) return {};
  const hashes = points.map(({ hash }) => hash);
  return { written: { $elemMatch: { hash: { $in: hashes }, library: { $ne: library } } } };
}

/** One command for many conversations, of which each has its own limit. */
async function listCandidates(queries: readonly CandidateQuery[]): Promise<Map<string, TraceHistory[]>> {
  const collection = driverCollection<TraceHistoryRecord>(TraceHistoryModel);
  const candidates = new Map<string, TraceHistory[]>();
  for (let start = 0; start < queries.length; start += QUERY_BATCH_SIZE) {
    const pipelines = queries
      .slice(start, start + QUERY_BATCH_SIZE)
      .map(({ candidatesOf, filter, order }) => [
        { $match: filter },
        { $sort: { endMicros: order } },
        { $limit: MAX_CANDIDATES },
        { $addFields: { candidatesOf: { $literal: candidatesOf } } },
      ]);
    const [first = [], ...others] = pipelines;
    const unions = others.map((pipeline) => ({ $unionWith: { coll: collection.collectionName, pipeline } }));
    const found = collection.aggregate<TraceHistoryRecord & Pick<CandidateQuery, 'candidatesOf'>>(
      [...first, ...unions],
      { batchSize: MAX_CANDIDATES * QUERY_BATCH_SIZE },
    );
    for await (const { candidatesOf, ...history } of found) {
      candidates.set(candidatesOf, [...(candidates.get(candidatesOf) ?? []), history]);
    }
  }
  return candidates;
}
