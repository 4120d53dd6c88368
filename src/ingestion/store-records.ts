import type { OnlineEvaluationService } from '../evaluation/online/online-evaluation.service';
import { currentTime } from '../platform/clock';
import { groupBy } from '../platform/group-by';
import type { ConversationCache } from './conversation-cache';
import { fittingAmong, newAmong, placeRecords } from './plan-records';
import { rebuildConversations, type TraceConversations } from './rebuild-conversations';
import { lock, measureConversations, moveRecords, saveRecords, traceLock } from './span.repository';
import { computeLifetime, type NewRecord, type Scope } from './span-record';
import type { TraceCache } from './trace-cache';

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
  /** The number of records that did not fit into their conversations or traces. */
  refused: number;
  /** Call it once the transaction is committed. */
  updateCaches(): void;
}

/**
 * Stores records of some traces and rebuilds the conversations that they change, in one transaction. Records
 * that are already stored change nothing.
 */
export async function storeRecords(
  { conversations, onlineEvaluation, caches }: StoreDependencies,
  scope: Scope,
  batch: NewRecord[],
): Promise<Stored> {
  const { workspaceId, days, session } = scope;
  const traceIds = [...new Set(batch.map(({ traceId }) => traceId))];
  const locks = await lock(
    traceIds.map((traceId) => traceLock(workspaceId, traceId)),
    session,
  );
  const stored = await caches.traces.read(scope, traceIds, locks);
  const incoming = newAmong(batch, stored);
  if (incoming.length === 0) return { due: [], refused: 0, updateCaches: () => undefined };
  const others = without(stored, incoming);
  const expected = placeRecords(workspaceId, [...others, ...incoming]);
  const sizes = await measureConversations(
    workspaceId,
    [...new Set(expected.conversationIds.values())],
    session,
  );
  const fitting = fittingAmong(incoming, others, sizes, expected);
  const remaining = without(stored, fitting);
  // Rejected records must not affect the grouping of others.
  const { groupings, conversationIds } =
    fitting.length === incoming.length ? expected : placeRecords(workspaceId, [...remaining, ...fitting]);

  const idOf = (record: { _id: string }) => conversationIds.get(record._id) ?? '';
  const moves = remaining
    .filter((head) => head.conversationId !== idOf(head))
    .map((head) => ({ id: head._id, from: head.conversationId, conversationId: idOf(head) }));
  const life = computeLifetime(currentTime(), days);
  await saveRecords(
    fitting.map((record) => ({ ...record, conversationId: idOf(record), ...life })),
    session,
  );
  await moveRecords(moves, session);
  const changed = new Set([
    ...fitting.map(idOf),
    ...moves.flatMap(({ from, conversationId }) => [from, conversationId]),
  ]);
  const moved = new Set(moves.flatMap(({ from, conversationId }) => [from, conversationId]));
  const fittingOf = groupBy(fitting, idOf);
  const rebuilt = await rebuildConversations(conversations, scope, {
    conversationIds: [...changed],
    groupings: new Map([...groupings].map(([id, grouping]) => [idOf({ _id: id }), grouping])),
    sizes,
    incoming: new Map([...fittingOf].filter(([id]) => !moved.has(id))),
    cache: caches.conversations,
  });
  const heads = [...remaining, ...fitting].map((head) => ({ ...head, conversationId: idOf(head) }));
  return {
    due: rebuilt.ids.length === 0 ? [] : await onlineEvaluation.markDue(workspaceId, rebuilt.ids, session),
    refused: incoming.length - fitting.length,
    updateCaches: () => {
      caches.traces.save(scope, heads, locks);
      rebuilt.updateCaches();
    },
  };
}

function without<Item extends { _id: string }>(items: Item[], others: { _id: string }[]): Item[] {
  const ids = new Set(others.map(({ _id }) => _id));
  return items.filter(({ _id }) => !ids.has(_id));
}
