import type { ClientSession } from 'mongoose';
import { adoptSessions, type CallEvent, type GenAiSpan } from '../../packages/formats';
import type { OnlineEvaluationService } from '../evaluation/online/online-evaluation.service';
import { inTransaction, isDuplicateKey } from '../platform/mongo/connection';
import { createConversationCache } from './conversation-cache';
import { joinHistories } from './join-histories';
import type { TraceConversations } from './rebuild-conversations';
import { eventsToRecords, type NewRecord, type Scope, spanToRecord } from './span-record';
import { joinConversations, storeRecords } from './store-records';
import { toBatches } from './to-batches';
import { createTraceCache } from './trace-cache';

export interface TraceServiceDependencies {
  conversations: TraceConversations;
  /** The retention of a workspace in days, as the transaction sees it; null: unlimited. */
  retentionOf: (workspaceId: string, session: ClientSession) => Promise<number | null>;
  /** Has the new replies evaluated: noted in the transaction that stores them, begun after it. */
  onlineEvaluation: Pick<OnlineEvaluationService, 'markDue' | 'start'>;
}

export type TraceService = ReturnType<typeof createTraceService>;

const MAX_ATTEMPTS = 10;

/**
 * Assembles conversations from spans, which may arrive in any order and repeatedly. A span becomes a record, the
 * records of a session become messages (`assembly/assemble.ts`), and these are stored in place of the
 * conversation (`conversations/storage/replace-transcripts.ts`).
 */
export function createTraceService(dependencies: TraceServiceDependencies) {
  const { retentionOf, onlineEvaluation } = dependencies;
  const caches = { traces: createTraceCache(), conversations: createConversationCache() };

  const inScope = <Result>(workspaceId: string, work: (scope: Scope) => Promise<Result>): Promise<Result> =>
    retryOnContention(() =>
      inTransaction(async (session) => {
        const days = await retentionOf(workspaceId, session);
        return work({ workspaceId, days, session });
      }),
    );

  /** Returns the ids of the records that did not fit. */
  async function storeAll(workspaceId: string, records: NewRecord[]): Promise<Set<string>> {
    const due = new Set<string>();
    const refused = new Set<string>();
    for (const batch of toBatches(records)) {
      const stored = await inScope(workspaceId, (scope) =>
        storeRecords({ ...dependencies, caches }, scope, batch),
      );
      stored.updateCaches();
      for (const id of stored.due) due.add(id);
      for (const id of stored.refused) refused.add(id);
      await joinHistories(workspaceId, stored.joinable, async (histories) => {
        const joined = await inScope(workspaceId, (scope) =>
          joinConversations({ ...dependencies, caches }, scope, histories),
        );
        joined.updateCaches();
        for (const id of joined.removed) due.delete(id);
        for (const id of joined.due) due.add(id);
        return joined;
      });
    }
    if (due.size > 0) await onlineEvaluation.start(workspaceId, [...due]);
    return refused;
  }

  return {
    /** Stores spans and their conversations; returns those whose conversation or trace has reached its maximum size. */
    async storeSpans(workspaceId: string, spans: readonly GenAiSpan[]): Promise<GenAiSpan[]> {
      const records = adoptSessions(spans).map((span) => spanToRecord(workspaceId, span));
      const refused = await storeAll(workspaceId, records);
      return spans.filter((_span, index) => refused.has(records[index]?._id ?? ''));
    },

    /** The same for events that were exported separately from their spans. */
    async storeEvents(workspaceId: string, events: readonly CallEvent[]): Promise<CallEvent[]> {
      const records = eventsToRecords(workspaceId, events);
      const refused = await storeAll(workspaceId, records);
      return events.filter((_event, index) => refused.has(records[index]?._id ?? ''));
    },
  };
}

/**
 * Two transactions that insert the same document need not conflict: the later one may find it stored instead.
 */
async function retryOnContention<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}
