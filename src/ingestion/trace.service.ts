import type { ClientSession } from 'mongoose';
import type { OnlineEvaluationService } from '../evaluation/online/online-evaluation.service';
import { groupBy } from '../platform/group-by';
import { inTransaction, isDuplicateKey } from '../platform/mongo/connection';
import { createKnownConversations } from './known-conversations';
import { createKnownHeads } from './known-heads';
import type { TraceConversations } from './rebuild-conversations';
import type { CallEvent, GenAiSpan } from './span/span';
import { conversationLock, deleteRecords, listTraceIds, lock, traceLock } from './span.repository';
import { eventsToRecords, type NewRecord, spanToRecord } from './span-record';
import { storeRecords } from './store-records';

export interface TraceServiceDependencies {
  conversations: TraceConversations;
  /** Days that a workspace keeps what it has stored, as the transaction sees it; null: for ever. */
  retentionOf: (workspaceId: string, session: ClientSession) => Promise<number | null>;
  /** Has the new replies evaluated: noted in the transaction that stores them, begun after it. */
  onlineEvaluation: Pick<OnlineEvaluationService, 'noteDue' | 'start'>;
}

export { deleteNextLocks, spanRetention } from './span.repository';

export type TraceService = ReturnType<typeof createTraceService>;

// One transaction holds the records of this many traces.
const TRACE_BATCH_SIZE = 50;
const MAX_ATTEMPTS = 10;

/** Makes conversations of the spans that arrive, in any order and as often as they like. */
export function createTraceService(dependencies: TraceServiceDependencies) {
  const { retentionOf, onlineEvaluation } = dependencies;
  const known = { heads: createKnownHeads(), conversations: createKnownConversations() };

  async function storeAll(workspaceId: string, records: NewRecord[]): Promise<string[]> {
    const byTrace = [...groupBy(records, ({ traceId }) => traceId).values()];
    const due = new Set<string>();
    let refused = 0;
    for (let start = 0; start < byTrace.length; start += TRACE_BATCH_SIZE) {
      const batch = byTrace.slice(start, start + TRACE_BATCH_SIZE).flat();
      const stored = await untilUncontended(() =>
        inTransaction(async (session) => {
          const days = await retentionOf(workspaceId, session);
          return storeRecords({ ...dependencies, known }, { workspaceId, days, session }, batch);
        }),
      );
      stored.remember();
      for (const id of stored.due) due.add(id);
      refused += stored.refused;
    }
    if (due.size > 0) await onlineEvaluation.start(workspaceId, [...due]);
    return Array<string>(refused).fill('there is no room for it in its conversation or trace');
  }

  return {
    /** Stores spans and the conversations they tell of; answers why some were refused, one reason for each. */
    storeSpans: (workspaceId: string, spans: GenAiSpan[]): Promise<string[]> =>
      storeAll(
        workspaceId,
        spans.map((span) => spanToRecord(workspaceId, span)),
      ),

    /** Stores events that came apart from their spans; the same answer. */
    storeEvents: (workspaceId: string, events: CallEvent[]): Promise<string[]> =>
      storeAll(workspaceId, eventsToRecords(workspaceId, events)),
  };
}

/** Deletes what a conversation was made of, with it: the spans that come later make a new one. */
export async function forgetSpans(
  workspaceId: string,
  conversationId: string,
  session: ClientSession,
): Promise<void> {
  const traceIds = await listTraceIds(workspaceId, conversationId, session);
  // What a process knows of them is out of date.
  await lock(
    [conversationLock(workspaceId, conversationId), ...traceIds.map((id) => traceLock(workspaceId, id))],
    session,
  );
  await deleteRecords(workspaceId, conversationId, session);
}

/** Two transactions that insert the same document need not conflict: the later may find it there instead. */
async function untilUncontended<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}
