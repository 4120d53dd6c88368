import { z } from 'zod';
import { toDouble } from '../../text';

/** Known facts of the model call that wrote a message. */
export interface Generation {
  model: string | null;
  provider: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Milliseconds. */
  latencyMs: number | null;
  /** US dollars. */
  costUsd: number | null;
  finishReason: string | null;
}

// Bounds keep sums and means over 10,000 conversations of 5,000 messages finite and exact, so that they can
// be shown.
export const tokenCountSchema = z.preprocess(toDouble, z.int().gte(0).lte(100_000_000));
export const latencySchema = z
  .preprocess(toDouble, z.number().gte(0).lte(1_000_000_000))
  .describe('Milliseconds');
export const costSchema = z.preprocess(toDouble, z.number().gte(0).lte(1_000_000)).describe('US dollars');
