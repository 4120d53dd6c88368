import type { OnlineEvaluationService } from '../online-evaluation/online-evaluation.service';
import { fittingAmong, newAmong, placeRecords } from './plan-records';
import { rebuildConversations, type TraceConversations } from './rebuild-conversations';
import { listHeads, lock, measureConversations, moveRecords, saveRecords } from './span.repository';
import { lifeFrom, type NewRecord, type Scope } from './span-record';

export interface StoreDependencies {
  conversations: TraceConversations;
  onlineEvaluation: Pick<OnlineEvaluationService, 'noteDue'>;
}

export interface Stored {
  /** The conversations whose new replies are to be evaluated. */
  due: string[];
  /** How many records did not fit into their conversations or traces. */
  refused: number;
}

/**
 * Stores records of some traces and makes the conversations anew that they change, in one transaction. Records
 * that are stored already change nothing.
 */
export async function storeRecords(
  { conversations, onlineEvaluation }: StoreDependencies,
  scope: Scope,
  batch: NewRecord[],
): Promise<Stored> {
  const { workspaceId, days, session } = scope;
  const traceIds = [...new Set(batch.map(({ traceId }) => traceId))];
  await lock(
    traceIds.map((traceId) => `${workspaceId}/trace/${traceId}`),
    session,
  );
  const stored = await listHeads(workspaceId, traceIds, session);
  const incoming = newAmong(batch, stored);
  if (incoming.length === 0) return { due: [], refused: 0 };
  const others = without(stored, incoming);
  const expected = placeRecords(workspaceId, [...others, ...incoming]);
  const sizes = await measureConversations(
    workspaceId,
    [...new Set(expected.conversationIds.values())],
    session,
  );
  const fitting = fittingAmong(incoming, others, sizes, expected);
  const kept = without(stored, fitting);
  // What is refused must not decide where the others belong.
  const { groupings, conversationIds } =
    fitting.length === incoming.length ? expected : placeRecords(workspaceId, [...kept, ...fitting]);

  const idOf = (record: { _id: string }) => conversationIds.get(record._id) ?? '';
  const moves = kept
    .filter((head) => head.conversationId !== idOf(head))
    .map((head) => ({ id: head._id, from: head.conversationId, conversationId: idOf(head) }));
  const life = lifeFrom(new Date(), days);
  await saveRecords(
    fitting.map((record) => ({ ...record, conversationId: idOf(record), ...life })),
    session,
  );
  await moveRecords(moves, session);
  const changed = new Set([
    ...fitting.map(idOf),
    ...moves.flatMap(({ from, conversationId }) => [from, conversationId]),
  ]);
  const made = await rebuildConversations(conversations, scope, {
    conversationIds: [...changed],
    groupings: new Map([...groupings].map(([id, grouping]) => [idOf({ _id: id }), grouping])),
    sizes,
  });
  return {
    due: made.length === 0 ? [] : await onlineEvaluation.noteDue(workspaceId, made, session),
    refused: incoming.length - fitting.length,
  };
}

function without<Item extends { _id: string }>(items: Item[], others: { _id: string }[]): Item[] {
  const ids = new Set(others.map(({ _id }) => _id));
  return items.filter(({ _id }) => !ids.has(_id));
}
