import { performance } from 'node:perf_hooks';
import mongoose from 'mongoose';
import type { createConversationService } from '../../src/conversations/conversation.service';
import { saveEvaluations } from '../../src/conversations/evaluations/evaluation.repository';
import { generateWorkload, type LoadedConversation } from './workload';

// Batch size of the bulk import's transactions.
const CONVERSATION_BATCH_SIZE = 100;
const RAW_MESSAGES = 100_000;
const RAW_BATCH_SIZE = 1000;
const SCRATCH = 'bench_raw_messages';

export interface LoadSpeed {
  messages: number;
  evaluations: number;
  /** Time to store conversations with their messages, without generating the workload. */
  messagesPerSecond: number;
  evaluationsPerSecond: number;
}

/** Stores a workload and its evaluations through the conversation service, like the bulk import. */
export async function loadWorkload(
  conversations: ReturnType<typeof createConversationService>,
  { workspaceId, messageCount, seed }: { workspaceId: string; messageCount: number; seed: string },
  note: (messages: number) => void,
): Promise<LoadSpeed> {
  let messages = 0;
  let evaluations = 0;
  let storingMs = 0;
  let judgingMs = 0;
  const store = async (batch: LoadedConversation[]) => {
    const inputs = batch.map(({ conversation }) => conversation);
    const judged = batch.flatMap((loaded) => loaded.evaluations);
    storingMs += await timed(() => conversations.createConversations(workspaceId, inputs));
    if (judged.length > 0) judgingMs += await timed(() => saveEvaluations(judged));
    messages += inputs.reduce((sum, input) => sum + input.messages.length, 0);
    evaluations += judged.length;
    note(messages);
  };
  let batch: LoadedConversation[] = [];
  for (const loaded of generateWorkload(workspaceId, messageCount, seed)) {
    batch.push(loaded);
    if (batch.length < CONVERSATION_BATCH_SIZE) continue;
    await store(batch);
    batch = [];
  }
  if (batch.length > 0) await store(batch);
  return {
    messages,
    evaluations,
    messagesPerSecond: (messages / storingMs) * 1000,
    evaluationsPerSecond: (evaluations / judgingMs) * 1000,
  };
}

/**
 * Inserts the stored documents of some messages into a collection without indexes; returns messages per
 * second.
 */
export async function measureRawInsert(workspaceId: string): Promise<number> {
  const { db } = mongoose.connection;
  if (db === undefined) throw new Error('not connected');
  const scratch = db.collection(SCRATCH);
  const documents = await db.collection('messages').find({ workspaceId }).limit(RAW_MESSAGES).toArray();
  let elapsedMs = 0;
  for (let index = 0; index < documents.length; index += RAW_BATCH_SIZE) {
    elapsedMs += await timed(() => scratch.insertMany(documents.slice(index, index + RAW_BATCH_SIZE)));
  }
  await scratch.drop();
  return (documents.length / elapsedMs) * 1000;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
