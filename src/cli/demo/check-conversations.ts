import {
  type Annotation,
  type AssayClient,
  AssayError,
  type BodyOf,
  NoVerdictError,
} from '../../../packages/client';
import { chatMessageSchema, fromOpenAI } from '../../../packages/formats';
import { partText } from '../../../packages/text';
import { describeProblems } from '../../platform/errors/describe-problems';
import { type ConversationRecord, readConversations } from '../shared/conversation-file';
import { findPlanted, type PlantedFound } from './planted-errors';

const CONCURRENCY = 8;

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
  client: AssayClient,
  path: string,
  show: (done: number) => void,
  signal: AbortSignal,
): Promise<CheckResult> {
  const result: CheckResult = { checked: [], skipped: [] };
  await forEachConcurrently(readConversations(path), CONCURRENCY, async (line) => {
    const outcome = 'fault' in line ? line : await check(client, line.record, signal);
    if ('fault' in outcome) result.skipped.push({ line: line.number, fault: outcome.fault });
    else result.checked.push({ line: line.number, ...outcome });
    show(result.checked.length + result.skipped.length);
  });
  result.checked.sort((a, b) => a.line - b.line);
  result.skipped.sort((a, b) => a.line - b.line);
  return result;
}

type Outcome = Omit<CheckedConversation, 'line'> | { fault: string };

/** What a file has, which the service checks. */
type Sent = BodyOf<'POST /v1/detect-hallucinations'>;

async function check(
  client: AssayClient,
  { messages, tools, planted }: ConversationRecord,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const settings = { tools: tools as Sent['tools'] };
    const detection = await client.detect(messages as Sent['messages'], settings, { signal });
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
  if (!(error instanceof AssayError)) throw error;
  const conversationId = error.detail[0]?.ctx.conversation_id;
  if (error instanceof NoVerdictError && typeof conversationId === 'string') {
    return { conversationId, annotations: null, parts: [], planted: null };
  }
  if (error.status === 413 || error.status === 422)
    return { fault: describeProblems(error.detail, 1, 'line') || error.message };
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
