import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { readLines } from '../../conversations/transfer/read-lines';

const MAX_LINE_BYTES = 16 * 1024 * 1024;

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
  for await (const { number, bytes } of readLines(await openText(path), MAX_LINE_BYTES)) {
    yield bytes === null ? { number, fault: 'longer than 16 MiB' } : { number, ...readRecord(bytes) };
  }
}

/** The number of non-blank lines. */
export async function countConversations(path: string): Promise<number> {
  let count = 0;
  for await (const _ of readLines(await openText(path), MAX_LINE_BYTES)) count += 1;
  return count;
}

async function openText(path: string): Promise<AsyncIterable<Buffer>> {
  const isGzip = await startsLikeGzip(path);
  const file = createReadStream(path);
  // The callback does nothing: the reader gets a failure as the error of the last stream.
  return isGzip ? pipeline(file, createGunzip(), () => undefined) : file;
}

/** The two magic bytes of RFC 1952, section 2.3.1; more reliable than the file name. */
async function startsLikeGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } finally {
    await file.close();
  }
}

function readRecord(bytes: Buffer): { record: ConversationRecord } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { fault: 'not JSON' };
  }
  const parsed = recordSchema.safeParse(value);
  if (!parsed.success) return { fault: 'not of the form {messages, tools?}' };
  const { messages, tools, planted } = parsed.data;
  return { record: { messages, tools: tools ?? [], planted: planted ?? null } };
}
