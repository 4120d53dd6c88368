import type { z } from 'zod';
import { chatMessageSchema, fromOpenAI } from '../../../packages/formats';
import { partText } from '../../../packages/text';
import type { annotationSchema } from '../../conversations/evaluations/evaluation.schema';
import { detectionSchema } from '../../evaluation/detection/detection.schema';
import { ApiError, describeEntries } from '../../platform/api-client/api-errors';
import { type ConversationRecord, readConversations } from '../shared/conversation-file';
import type { DemoClient } from './demo-client';
import { findPlanted, type PlantedFound } from './planted-errors';

const CONCURRENCY = 8;

export type Annotation = z.infer<typeof annotationSchema>;

/** A conversation of the file that the service has stored. */
export interface CheckedConversation {
  /** Line number in the file. */
  line: number;
  conversationId: string;
  /** Null when there is no verdict. */
  annotations: Annotation[] | null;
  /** The texts that the annotations refer to, by part; empty when nothing was flagged. */
  parts: string[];
  /** Null when the file documents no planted errors. */
  planted: PlantedFound | null;
}

export interface CheckResult {
  /** In the order of the file. */
  checked: CheckedConversation[];
  skipped: { line: number; fault: string }[];
}

/** Sends every conversation of the file to detection. Invalid lines are skipped. */
export async function checkConversations(
  client: DemoClient,
  path: string,
  show: (done: number) => void,
): Promise<CheckResult> {
  const result: CheckResult = { checked: [], skipped: [] };
  await forEachConcurrently(readConversations(path), CONCURRENCY, async (line) => {
    const outcome = 'fault' in line ? line : await check(client, line.record);
    if ('fault' in outcome) result.skipped.push({ line: line.number, fault: outcome.fault });
    else result.checked.push({ line: line.number, ...outcome });
    show(result.checked.length + result.skipped.length);
  });
  result.checked.sort((a, b) => a.line - b.line);
  result.skipped.sort((a, b) => a.line - b.line);
  return result;
}

type Outcome = Omit<CheckedConversation, 'line'> | { fault: string };

async function check(client: DemoClient, { messages, tools, planted }: ConversationRecord): Promise<Outcome> {
  try {
    const detection = await client.post('/v1/detect-hallucinations', { messages, tools }, detectionSchema);
    const { conversation_id: conversationId, annotations } = detection;
    const parts = partsOf(messages.at(-1));
    return {
      conversationId,
      annotations,
      parts: annotations.length > 0 ? parts : [],
      planted: planted && findPlanted(planted, parts, annotations),
    };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** @throws errors that are not about this conversation */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) throw error;
  const problem = error.detail[0];
  const conversationId = problem?.ctx.conversation_id;
  if (problem?.type === 'no_verdict' && typeof conversationId === 'string') {
    return { conversationId, annotations: null, parts: [], planted: null };
  }
  if (error.status === 413 || error.status === 422)
    return { fault: describeEntries(error.detail) || error.message };
  throw error;
}

/** The texts that annotations refer to; the service has accepted the message, so its form is valid. */
function partsOf(message: unknown): string[] {
  return fromOpenAI(chatMessageSchema.parse(message)).parts.map((part) => partText(part) ?? '');
}

/**
 * Processes up to `limit` items concurrently; reads the next item when there is capacity. After an error no
 * more items are read, and the error is thrown once the items in progress have ended.
 */
export async function forEachConcurrently<T>(
  items: AsyncGenerator<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const drain = async () => {
    for await (const item of items) await work(item); // an error that leaves the loop closes `items` for all
  };
  const outcomes = await Promise.allSettled(Array.from({ length: limit }, drain));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
