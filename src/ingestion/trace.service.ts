import type { ClientSession } from 'mongoose';
import { mapInSlices } from '../../packages/concurrency';
import { adoptSessions, type CallEvent, type GenAiSpan } from '../../packages/formats';
import type { OnlineEvaluationService } from '../evaluation/online/online-evaluation.service';
import { inTransaction, isDuplicateKey } from '../platform/mongo/connection';
import { findAdoptions } from './adopt-traces';
import { createConversationCache } from './conversation-cache';
import { inPieces } from './in-pieces';
import { createJoins } from './joins';
import type { TraceConversations } from './rebuild-conversations';
import type { SpanHead } from './span.repository';
import { eventsToRecords, type NewRecord, type Scope, spanToRecord } from './span-record';
import { adoptTraces, settle, storeRecords } from './store-records';
import { toBatches } from './to-batches';
import { createTraceCache } from './trace-cache';

export interface TraceServiceDependencies {
  conversations: TraceConversations;
  /** The retention of a workspace in days, as the transaction sees it; null: unlimited. */
  retentionOf: (workspaceId: string, session: ClientSession) => Promise<number | null>;
  /** Has the new replies evaluated: noted in the transaction that stores them, begun after it. */
  onlineEvaluation: Pick<OnlineEvaluationService, 'markDue' | 'start'>;
}

const NEVER = new AbortController().signal;

export type TraceService = ReturnType<typeof createTraceService>;

const MAX_ATTEMPTS = 10;

/** Traces in one transaction that adopts them. */
const MAX_ADOPTED = 128;

/**
 * Assembles conversations from spans, which may arrive in any order and repeatedly. A span becomes a record, the
 * records of a session become messages (`packages/formats/assembly`), and these are stored in place of the
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

  /** Moves traces that recorded calls of sessions to these. Updates `due`, the conversations with new replies. */
  async function adopt(workspaceId: string, records: readonly SpanHead[], due: Set<string>): Promise<void> {
    for (const adoptions of inPieces(await findAdoptions(workspaceId, records), MAX_ADOPTED)) {
      const adopted = await inScope(workspaceId, (scope) =>
        adoptTraces({ ...dependencies, caches }, scope, adoptions),
      );
      settle(adopted, due);
    }
  }

  const joins = createJoins({ ...dependencies, caches, inScope });

  /** Returns the ids of the records that did not fit. */
  async function storeAll(
    workspaceId: string,
    records: NewRecord[],
    signal: AbortSignal,
  ): Promise<Set<string>> {
    const due = new Set<string>();
    const refused = new Set<string>();
    let joinMs = 0;
    for (const batch of toBatches(records)) {
      signal.throwIfAborted();
      const stored = await inScope(workspaceId, (scope) =>
        storeRecords({ ...dependencies, caches }, scope, batch),
      );
      settle(stored, due);
      for (const id of stored.refused) refused.add(id);
      await adopt(workspaceId, stored.placedRecords, due);
      joinMs += await joins.join(workspaceId, stored.joinable, due, { signal, spentMs: joinMs });
    }
    if (due.size > 0) await onlineEvaluation.start(workspaceId, [...due]);
    return refused;
  }

  return {
    /** Stores spans and their conversations; returns those whose conversation or trace has reached its maximum size. */
    async storeSpans(
      workspaceId: string,
      spans: readonly GenAiSpan[],
      signal: AbortSignal = NEVER,
    ): Promise<GenAiSpan[]> {
      const records = await mapInSlices(adoptSessions(spans), (span) => spanToRecord(workspaceId, span));
      const refused = await storeAll(workspaceId, records, signal);
      return spans.filter((_span, index) => refused.has(records[index]?._id ?? ''));
    },

    /** The same for events that were exported separately from their spans. */
    async storeEvents(
      workspaceId: string,
      events: readonly CallEvent[],
      signal: AbortSignal = NEVER,
    ): Promise<CallEvent[]> {
      const records = await eventsToRecords(workspaceId, events);
      const refused = await storeAll(workspaceId, records, signal);
      return events.filter((_event, index) => refused.has(records[index]?._id ?? ''));
    },

    joinDue: joins.joinDue,
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
