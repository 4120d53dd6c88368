import { createHash } from 'node:crypto';

const BYTES = 6;

/**
 * Whether a message is among the share of messages that are evaluated, 0..1. It depends on nothing but the id and
 * the rate, so that neither repetition nor order changes it, and a greater rate adds messages to those of a lesser.
 */
export function isSampled(messageId: string, sampleRate: number): boolean {
  const position = createHash('sha256').update(messageId).digest().readUIntBE(0, BYTES) / 2 ** (8 * BYTES);
  return position < sampleRate;
}
