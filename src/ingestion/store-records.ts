import { runInSlices } from '../../packages/concurrency';
import { assemble } from '../../packages/formats';
import type { OnlineEvaluationService } from '../evaluation/online/online-evaluation.service';
import { currentTime } from '../platform/clock';
import { groupBy } from '../platform/group-by';
import type { Adoption } from './adopt-traces';
import type { ConversationCache } from './conversation-cache';
import { findContinued, type JoinedHistories } from './join-histories';
import type { LockVersion } from './lock-cache';
import { moveTexts } from './move-texts';
import {
  conversationIdOf,
  fitTogether,
  type Placement,
  placeRecords,
  type Size,
  selectNew,
  selectWithinLimits,
} from './plan-records';
import { rebuildConversations, type TraceConversations } from './rebuild-conversations';
import { ContentReader } from './record-content';
import {
  listTraceIds,
  lock,
  measureConversations,
  moveRecords,
  type SpanHead,
  saveRecords,
  traceLock,
} from './span.repository';
import { computeLifetime, type NewRecord, readRecords, type Scope, textsAmong } from './span-record';
import { findKnownDigests, saveTexts } from './span-text.repository';
import type { TraceCache } from './trace-cache';
import { type TraceHistory, toTraceHistory } from './trace-history';
import { findHistories } from './trace-history.repository';

export interface StoreDependencies {
  conversations: TraceConversations;
  onlineEvaluation: Pick<OnlineEvaluationService, 'markDue'>;
  caches: TraceCaches;
}

/** Caches of large traces and conversations, so that they need not be read again. */
export interface TraceCaches {
  traces: TraceCache;
  conversations: ConversationCache;
}

export interface Stored {
  /** The conversations with new replies to evaluate. */
  due: string[];
  /** Ids of the records that did not fit into their conversations or traces. */
  refused: string[];
  /** The conversations of the traces that no session names: they may continue others. */
  joinable: string[];
  /** The conversations that do not exist any more. */
  removed: string[];
  /** The records that are new in their conversations: other traces may have recorded their calls too. */
  placedRecords: SpanHead[];
  /** Call it once the transaction is committed. */
  updateCaches(): void;
}

/** After the commit: updates the caches and `due`, the conversations with new replies to evaluate. */
export function settle(stored: Stored, due: Set<string>): void {
  stored.updateCaches();
  for (const id of stored.removed) due.delete(id);
  for (const id of stored.due) due.add(id);
}

/**
 * Stores records of some traces and rebuilds the conversations that they change, in one transaction. Records
 * that are already stored change nothing.
 */
export async function storeRecords(
  dependencies: StoreDependencies,
  scope: Scope,
  batch: NewRecord[],
): Promise<Stored> {
  const { workspaceId, session } = scope;
  const { locks, stored } = await lockTraces(
    dependencies.caches.traces,
    scope,
    batch.map(({ traceId }) => traceId),
  );
  const added = selectNew(batch, stored);
  // After a failed adoption, the retried export has to compare all that the first one stored or moved.
  if (added.length === 0) return { ...nothingStored, joinable: joinableAmong(stored), placedRecords: stored };
  const incoming = await continueHistories(scope, stored, added);
  const others = excludeById(stored, incoming);
  const expected = placeRecords(workspaceId, [...others, ...incoming]);
  const sizes = await measureConversations(
    workspaceId,
    [...new Set(expected.conversationIds.values())],
    session,
  );
  const digests = await findDigests(
    scope,
    groupBy(incoming, ({ _id }) => expected.conversationIds.get(_id) ?? ''),
  );
  const fitting = selectWithinLimits(incoming, others, sizes, expected, digests);
  const remaining = excludeById(stored, fitting);
  const refused = excludeById(incoming, fitting).map(({ _id }) => _id);
  if (refused.length === 0) {
    return storePlacement(dependencies, scope, { locks, remaining, fitting, placement: expected, sizes });
  }
  // Rejected records must not affect the grouping of others, which may belong to other conversations without them.
  const placement = placeRecords(workspaceId, [...remaining, ...fitting]);
  const placed = await storePlacement(dependencies, scope, {
    locks,
    remaining,
    fitting,
    placement,
    sizes: await measureConversations(workspaceId, [...new Set(placement.conversationIds.values())], session),
  });
  return { ...placed, refused };
}

/** The same records, those of new traces that continue a conversation without a session as parts of it. */
async function continueHistories(
  scope: Scope,
  stored: readonly SpanHead[],
  incoming: NewRecord[],
): Promise<NewRecord[]> {
  const { workspaceId, session } = scope;
  const storedTraces = new Set(stored.map(({ traceId }) => traceId));
  const histories: TraceHistory[] = [];
  for (const [traceId, records] of groupBy(incoming, (record) => record.traceId)) {
    if (storedTraces.has(traceId) || records.some(({ conversationKey }) => conversationKey !== null)) {
      continue;
    }
    const { spans, events } = await readRecords(records, new ContentReader(textsAmong(records)));
    const grouping = { source: 'trace', key: traceId } as const;
    const place = { workspaceId, id: conversationIdOf(workspaceId, grouping), grouping };
    const history = toTraceHistory(place, await runInSlices(assemble(spans, events)));
    if (history !== null) histories.push(history);
  }
  const continued = await findContinued(histories);
  if (continued.length === 0) return incoming;
  const sizes = await measureConversations(
    workspaceId,
    continued.map(({ first }) => first._id),
    session,
  );
  const recordsOf = groupBy(incoming, ({ traceId }) => traceId);
  const added = new Map(
    continued.map(({ first, others }) => {
      const parts = sizes.has(first._id) ? others : [first, ...others];
      return [first._id, parts.flatMap(({ key }) => recordsOf.get(key) ?? [])];
    }),
  );
  const digests = await findDigests(scope, added);
  const keys = new Map<string, string>();
  for (const { first, others } of continued) {
    const size = measureNew(added.get(first._id) ?? [], digests.get(first._id) ?? new Set());
    if (fitTogether([sizes.get(first._id), size])) for (const { key } of others) keys.set(key, first.key);
  }
  return incoming.map((record) => ({ ...record, continuedKey: keys.get(record.traceId) ?? null }));
}

/** The size that these records add to a conversation which has the texts with these digests. */
function measureNew(records: readonly NewRecord[], known: ReadonlySet<string>): Size {
  const added = [...textsAmong(records)].flatMap(([digest, text]) => (known.has(digest) ? [] : text));
  const bytes = [...records, ...added].reduce((sum, one) => sum + one.bytes, 0);
  return { count: records.length, bytes };
}

export interface Joined extends Stored {
  /** The conversations that have more traces; `removed` are parts of them by now. */
  grown: string[];
  /** Those that have changed since their outlines were read. */
  changed: string[];
}

/**
 * Merges conversations that continue others, in one transaction, unless the result exceeds half the limit, because turns
 * will follow, or either changed meanwhile: another user's turn may continue the first by now.
 */
export async function joinConversations(
  dependencies: StoreDependencies,
  scope: Scope,
  found: readonly JoinedHistories[],
): Promise<Joined> {
  const { workspaceId, session } = scope;
  const ids = found.flatMap(({ first, others }) => [first, ...others]).map(({ _id }) => _id);
  const current = new Map((await findHistories(workspaceId, ids, session)).map((one) => [one._id, one]));
  const isSame = ({ _id, endHash, startMicros, endMicros }: TraceHistory) => {
    const now = current.get(_id);
    return now?.endHash === endHash && now.startMicros === startMicros && now.endMicros === endMicros;
  };
  const changed = found.filter(({ first, others }) => ![first, ...others].every(isSame));
  const histories = found.filter((one) => !changed.includes(one));
  const sizes = await measureConversations(workspaceId, ids, session);
  const keys = new Map<string, string>();
  const grown: string[] = [];
  for (const { first, others } of histories) {
    const together = [sizes.get(first._id)];
    for (const { _id } of others) {
      if (!fitTogether([...together, sizes.get(_id)])) continue;
      together.push(sizes.get(_id));
      keys.set(_id, first.key);
    }
    if (together.length > 1) grown.push(first._id);
  }
  const removed = [...keys.keys()];
  const left = changed.flatMap(({ first, others }) => [first, ...others]).map(({ _id }) => _id);
  if (removed.length === 0) return { ...nothingStored, joinable: [], grown, removed, changed: left };
  const traceIds = await listTraceIds(workspaceId, removed, session);
  const { locks, stored } = await lockTraces(dependencies.caches.traces, scope, traceIds);
  const remaining = stored.map((head) => {
    const continuedKey = keys.get(head.conversationId);
    return continuedKey === undefined ? head : { ...head, continuedKey };
  });
  const placed = await moveStored(dependencies, scope, { locks, remaining, sizes });
  return { ...placed, grown, removed, changed: left };
}

/**
 * Moves traces without a session to the sessions of which they recorded calls too, in one transaction, unless the result
 * exceeds half the limit or a session names the trace by now.
 */
export async function adoptTraces(
  dependencies: StoreDependencies,
  scope: Scope,
  adoptions: readonly Adoption[],
): Promise<Stored> {
  const { workspaceId, session } = scope;
  const traceIds = adoptions.flatMap(({ traceId, named }) => [traceId, named.traceId]);
  const { locks, stored } = await lockTraces(dependencies.caches.traces, scope, traceIds);
  const { groupings, conversationIds } = placeRecords(workspaceId, stored);
  const heads = groupBy(stored, ({ traceId }) => traceId);
  const sizes = await measureConversations(workspaceId, [...new Set(conversationIds.values())], session);
  const idOf = (head: { _id: string } | undefined) => conversationIds.get(head?._id ?? '') ?? '';
  // By session, its conversation and those that its traces leave.
  const origins = new Map<string, Set<string>>();
  const remaining: SpanHead[] = [];
  for (const { traceId, named } of adoptions) {
    const members = heads.get(traceId) ?? [];
    const grouping = groupings.get(named._id);
    const isUnnamed = members.every(({ conversationKey }) => conversationKey === null);
    const ids = new Set([...(origins.get(idOf(named)) ?? [idOf(named)]), idOf(members[0])]);
    const isFitting = fitTogether([...ids].map((id) => sizes.get(id)));
    if (grouping?.source !== 'client' || !isUnnamed || !isFitting) continue;
    origins.set(idOf(named), ids);
    remaining.push(...members.map((head) => ({ ...head, conversationKey: grouping.key })));
  }
  return moveStored(dependencies, scope, { locks, remaining, sizes });
}

/** Records of traces and the conversations they are parts of. */
interface Placed {
  /** Of the traces. */
  locks: ReadonlyMap<string, LockVersion>;
  /** Stored records. */
  remaining: SpanHead[];
  /** New records. */
  fitting: NewRecord[];
  placement: Placement;
  sizes: ReadonlyMap<string, Size>;
}

/** Moves stored records to the conversations that they are parts of, and rebuilds these. */
function moveStored(
  dependencies: StoreDependencies,
  scope: Scope,
  held: Pick<Placed, 'locks' | 'remaining' | 'sizes'>,
): Promise<Stored> {
  const placement = placeRecords(scope.workspaceId, held.remaining);
  return storePlacement(dependencies, scope, { ...held, fitting: [], placement });
}

/** Stores new records, moves the others to their conversations, and rebuilds these. */
async function storePlacement(
  { conversations, onlineEvaluation, caches }: StoreDependencies,
  scope: Scope,
  { locks, remaining, fitting, placement: { groupings, conversationIds }, sizes }: Placed,
): Promise<Stored> {
  const { workspaceId, days, session } = scope;
  const idOf = (record: { _id: string }) => conversationIds.get(record._id) ?? '';
  const moves = remaining
    .filter((head) => head.conversationId !== idOf(head))
    .map((head) => ({ head, conversationId: idOf(head) }));
  const life = computeLifetime(currentTime(), days);
  await saveRecords(
    fitting.map(({ texts: _texts, ...record }) => ({ ...record, conversationId: idOf(record), ...life })),
    session,
  );
  const fittingOf = groupBy(fitting, idOf);
  const textsOf = new Map([...fittingOf].map(([id, records]) => [id, textsAmong(records)]));
  await saveTexts(workspaceId, textsOf, life, session);
  await moveRecords(moves, session);
  await moveTexts(scope, moves, life);
  const moved = new Set(moves.flatMap(({ head, conversationId }) => [head.conversationId, conversationId]));
  const rebuilt = await rebuildConversations(conversations, scope, {
    conversationIds: [...new Set([...fittingOf.keys(), ...moved])],
    groupings: new Map([...groupings].map(([id, grouping]) => [idOf({ _id: id }), grouping])),
    sizes,
    incoming: new Map([...fittingOf].filter(([id]) => !moved.has(id))),
    cache: caches.conversations,
  });
  const recordHeaders = [...remaining, ...fitting].map((head) => ({ ...head, conversationId: idOf(head) }));
  return {
    due: rebuilt.ids.length === 0 ? [] : await onlineEvaluation.markDue(workspaceId, rebuilt.ids, session),
    refused: [],
    joinable: joinableAmong(recordHeaders),
    removed: rebuilt.removed,
    // Parents are exported last: a later span can name the session of stored ones.
    placedRecords: [...moves.map(({ head }) => head), ...fitting].map((head) => ({
      ...head,
      conversationId: idOf(head),
    })),
    updateCaches: () => {
      caches.traces.save(scope, recordHeaders, locks);
      rebuilt.updateCaches();
    },
  };
}

const nothingStored = { due: [], refused: [], removed: [], placedRecords: [], updateCaches: () => undefined };

/** By conversation, the digests of those texts of new records that it has. */
async function findDigests(
  { workspaceId, session }: Scope,
  records: ReadonlyMap<string, NewRecord[]>,
): Promise<Map<string, Set<string>>> {
  const wanted = new Map([...records].map(([id, members]) => [id, [...textsAmong(members).keys()]]));
  const known = await findKnownDigests(workspaceId, wanted, session);
  return new Map([...known].map(([id, ofConversation]) => [id, new Set(ofConversation.keys())]));
}

/** Locks traces and reads all of their records, without the content. */
async function lockTraces(traces: TraceCache, scope: Scope, traceIds: readonly string[]) {
  const distinct = [...new Set(traceIds)];
  const locks = await lock(
    distinct.map((traceId) => traceLock(scope.workspaceId, traceId)),
    scope.session,
  );
  return { locks, stored: await traces.read(scope, distinct, locks) };
}

/** The conversations of traces in which no span names one. */
function joinableAmong(recordHeaders: readonly SpanHead[]): string[] {
  const byTrace = groupBy(recordHeaders, ({ traceId }) => traceId);
  const unnamed = [...byTrace.values()].filter((members) =>
    members.every(({ conversationKey }) => conversationKey === null),
  );
  return [...new Set(unnamed.flat().map(({ conversationId }) => conversationId))];
}

function excludeById<Item extends { _id: string }>(items: Item[], others: { _id: string }[]): Item[] {
  const ids = new Set(others.map(({ _id }) => _id));
  return items.filter(({ _id }) => !ids.has(_id));
}
