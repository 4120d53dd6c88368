import type { mongo } from 'mongoose';
import { groupBy } from '../platform/group-by';
import { driverCollection } from '../platform/mongo/driver';
import { type HistoryPoint, MAX_CLOCK_SKEW_MICROS, MAX_PAUSE_MICROS } from './history-points';
import { inPieces } from './in-pieces';
import type { TraceHistory } from './trace-history';
import { TraceHistoryModel, type TraceHistoryRecord } from './trace-history.model';

/** Conversations that others may continue or copy, or that may do so. */
export interface Candidates {
  /** Each once. */
  histories: TraceHistory[];
  /** The digests of beginnings with more candidates than were read. */
  cut: ReadonlySet<string>;
}

// Of conversations with the same beginning, only those closest in time are compared.
const MAX_CANDIDATES = 20;

// Conversations with the same beginning that share a query: each needs another candidate.
const SHARED_QUERY_SIZE = 32;

// Queries that are sent together; MongoDB limits the stages of a pipeline to 1,000.
const QUERY_BATCH_SIZE = 256;

/** The conversations that these may continue or copy: they end at one of their points. Scoped by `histories`. */
export function listEarlier(histories: readonly TraceHistory[]): Promise<Candidates> {
  return listCandidates([
    ...queriesOfPoints(histories, 'repeated'),
    ...queriesOfPoints(histories, 'written'),
  ]);
}

/** The conversations that repeat or wrote all messages of these: they may continue or copy them. Scoped by `histories`. */
export function listLater(histories: readonly TraceHistory[]): Promise<Candidates> {
  const ended = histories.filter(({ endHash }) => endHash !== null);
  const groups = [...groupBy(ended, ({ source, endHash }) => `${source}/${endHash}`).values()];
  return listCandidates(groups.flatMap((equal) => inPiecesByStart(equal).flatMap(laterThan)));
}

/** The candidates of some conversations, the closest in time. */
interface CandidateQuery {
  filter: mongo.Filter<TraceHistoryRecord> & { workspaceId: string };
  /** Whether those that ended first are the closest. */
  order: 1 | -1;
  limit: number;
  hashes: readonly string[];
  /** What is read of the candidates. */
  fields: Record<string, unknown>;
}

/** Of a conversation that others may continue, the end decides. */
const END_FIELDS = { repeated: [], written: { $slice: ['$written', -1] } };

interface PlacedPoint {
  history: TraceHistory;
  point: HistoryPoint;
}

/** A query for each conversation, and one for many that have a point in common. */
function queriesOfPoints(histories: readonly TraceHistory[], kind: 'repeated' | 'written'): CandidateQuery[] {
  const points = histories.flatMap((history) => history[kind].map((point) => ({ history, point })));
  const byBeginning = [
    ...groupBy(points, ({ history, point }) => `${history.source}/${point.hash}`).values(),
  ];
  const shared = byBeginning.filter(({ length }) => length > 1);
  const single = groupBy(
    byBeginning.flatMap((equal) => (equal.length > 1 ? [] : equal)),
    ({ history }) => history._id,
  );
  return [...shared.flatMap(inPiecesByStart), ...single.values()].map((placed) => queryOf(placed, kind));
}

function queryOf(placed: readonly PlacedPoint[], kind: 'repeated' | 'written'): CandidateQuery {
  const [{ history }] = placed as [PlacedPoint];
  const { workspaceId, source } = history;
  const points = placed.map(({ point }) => point);
  const hashes = [...new Set(points.map(({ hash }) => hash))];
  const starts = points.map(({ startMicros }) => startMicros);
  const limit = MAX_CANDIDATES + new Set(placed.map((one) => one.history._id)).size;
  const common = { hashes, limit, fields: END_FIELDS };
  const ends = { workspaceId, source, endHash: hashes.length === 1 ? hashes[0] : { $in: hashes } };
  if (kind === 'repeated') {
    const endMicros = {
      $gte: Math.min(...starts) - MAX_PAUSE_MICROS,
      $lte: Math.max(...starts) + MAX_CLOCK_SKEW_MICROS,
    };
    return { ...common, filter: { ...ends, endMicros } as CandidateQuery['filter'], order: -1 };
  }
  const endMicros = { $gte: Math.min(...starts, ...placed.map((one) => one.history.endMicros)) };
  const filter = { ...ends, ...writtenByOther(points), endMicros } as CandidateQuery['filter'];
  return { ...common, filter, order: 1 };
}

/** Of conversations with the same end. */
function laterThan(equal: readonly TraceHistory[]): CandidateQuery[] {
  const [{ workspaceId, source, endHash }] = equal as [TraceHistory];
  const hash = endHash ?? '';
  const common = { order: 1, limit: MAX_CANDIDATES + equal.length, hashes: [hash], fields: {} } as const;
  const earliest = Math.min(...equal.map(({ endMicros }) => endMicros));
  const lastWritten = equal.flatMap(({ written }) => written.slice(-1));
  const copied = Math.min(...equal.map((one) => one.written.at(-1)?.startMicros ?? one.endMicros));
  const continuing = { 'repeated.hash': hash, endMicros: { $gte: earliest - MAX_CLOCK_SKEW_MICROS } };
  const copies = { 'written.hash': hash, ...writtenByOther(lastWritten), endMicros: { $gte: copied } };
  return [continuing, copies].map((filter) => ({ ...common, filter: { workspaceId, source, ...filter } }));
}

/** No library copies its own calls, so the many equal exchanges of a load test need not be compared. */
function writtenByOther(points: readonly HistoryPoint[]): { written?: { $elemMatch: object } } {
  const libraries = new Set(points.map(({ library }) => library));
  const [library] = libraries;
  if (libraries.size !== 1 || library === null || library === undefined) return {};
  const hashes = points.map(({ hash }) => hash);
  return { written: { $elemMatch: { hash: { $in: hashes }, library: { $ne: library } } } };
}

/** Those that began at about the same time are in one piece. */
function inPiecesByStart<Item extends TraceHistory | PlacedPoint>(items: readonly Item[]): Item[][] {
  const startOf = (item: TraceHistory | PlacedPoint) => ('point' in item ? item.point : item).startMicros;
  const inOrder = items.toSorted((one, other) => startOf(one) - startOf(other));
  return inPieces(inOrder, SHARED_QUERY_SIZE);
}

/** One command for many queries, of which each has its own limit. */
async function listCandidates(queries: readonly CandidateQuery[]): Promise<Candidates> {
  const collection = driverCollection<TraceHistoryRecord>(TraceHistoryModel);
  const histories = new Map<string, TraceHistory>();
  const cut = new Set<string>();
  for (let start = 0; start < queries.length; start += QUERY_BATCH_SIZE) {
    const batch = queries.slice(start, start + QUERY_BATCH_SIZE);
    const pipelines = batch.map(({ filter, order, limit, fields }, index) => [
      { $match: filter },
      { $sort: { endMicros: order } },
      { $limit: limit },
      { $addFields: { ...fields, query: { $literal: index } } },
    ]);
    const [first = [], ...others] = pipelines;
    const unions = others.map((pipeline) => ({ $unionWith: { coll: collection.collectionName, pipeline } }));
    const found = collection.aggregate<TraceHistoryRecord & { query: number }>([...first, ...unions], {
      batchSize: 1000,
    });
    const counts = new Map<number, number>();
    for await (const { query, expireAt: _expireAt, joinAt: _joinAt, ...history } of found) {
      histories.set(history._id, history);
      counts.set(query, (counts.get(query) ?? 0) + 1);
    }
    for (const [query, { limit, hashes }] of batch.entries()) {
      if ((counts.get(query) ?? 0) >= limit) for (const hash of hashes) cut.add(hash);
    }
  }
  return { histories: [...histories.values()], cut };
}
