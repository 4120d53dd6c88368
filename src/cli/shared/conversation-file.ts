import { z } from 'zod';
import type { Line } from '../../conversations/transfer/read-lines';
import { readJsonLine } from './json-file';
import { openLines } from './line-source';

const recordSchema = z.object({
  messages: z.array(z.unknown()),
  tools: z.array(z.unknown()).nullish(),
  planted: z
    .array(z.object({ part: z.int(), text: z.string().min(1) }))
    .optional()
    .catch(undefined),
});

/** An error that the file documents: `text` occurs once in that part of the last message. */
export interface PlantedError {
  part: number;
  text: string;
}

export interface ConversationRecord {
  /** As in the file; the service validates them. */
  messages: unknown[];
  tools: unknown[];
  /** Null when the file documents none. */
  planted: PlantedError[] | null;
}

/** A non-blank line of the file. */
export type FileLine = { number: number; record: ConversationRecord } | { number: number; fault: string };

/**
 * Reads NDJSON of {messages, tools?}, gzipped or not, line by line.
 * @throws Error when the file cannot be read
 */
export async function* readConversations(path: string): AsyncGenerator<FileLine> {
  for await (const { number, bytes } of openLines(path)) yield { number, ...readRecord(bytes) };
}

/** The number of non-blank lines. */
export async function countConversations(path: string): Promise<number> {
  let count = 0;
  for await (const _ of openLines(path)) count += 1;
  return count;
}

function readRecord(bytes: Line['bytes']): { record: ConversationRecord } | { fault: string } {
  const read = readJsonLine(bytes);
  if ('fault' in read) return read;
  const parsed = recordSchema.safeParse(read.value);
  if (!parsed.success) return { fault: 'not of the form {messages, tools?}' };
  const { messages, tools, planted } = parsed.data;
  return { record: { messages, tools: tools ?? [], planted: planted ?? null } };
}
