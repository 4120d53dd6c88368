import type { Generation } from '../../packages/formats';

/** A generation of which nothing is known. */
export const unknownGeneration: Generation = {
  model: null,
  provider: null,
  inputTokens: null,
  outputTokens: null,
  latencyMs: null,
  costUsd: null,
  finishReason: null,
};
