import { createHash } from 'node:crypto';

const BYTES = 6;

/**
 * Whether a message is in the sample of evaluated messages; `sampleRate` is 0..1. Depends only on id and
 * rate, so retries and order do not change it, and a higher rate adds messages to the sample of a lower one.
 */
export function isSampled(messageId: string, sampleRate: number): boolean {
  const position = createHash('sha256').update(messageId).digest().readUIntBE(0, BYTES) / 2 ** (8 * BYTES);
  return position < sampleRate;
}
