import { z } from 'zod';
import { costSchema, type Generation, latencySchema, tokenCountSchema } from '../../../packages/formats';

const knownFields = {
  model: z.string().nullish(),
  provider: z.string().nullish(),
  input_tokens: tokenCountSchema.nullish(),
  output_tokens: tokenCountSchema.nullish(),
  latency_ms: latencySchema.nullish(),
  cost_usd: costSchema.nullish(),
  finish_reason: z.string().nullish(),
};

/** Information about the model call that generated the reply. Unknown fields are stored unchanged, as JSON text. */
export const generationInfoSchema = z.looseObject(knownFields).meta({
  id: 'GenerationInfo',
  description:
    'Information about the model call that generated the reply. Unknown fields are stored unchanged',
});
type GenerationInfo = z.output<typeof generationInfoSchema>;

/** The known fields; null if none of them is set. */
export function toGeneration(info: GenerationInfo): Generation | null {
  const generation: Generation = {
    model: info.model ?? null,
    provider: info.provider ?? null,
    inputTokens: info.input_tokens ?? null,
    outputTokens: info.output_tokens ?? null,
    latencyMs: info.latency_ms ?? null,
    costUsd: info.cost_usd ?? null,
    finishReason: info.finish_reason ?? null,
  };
  return Object.values(generation).some((value) => value !== null) ? generation : null;
}

/** The unknown fields; null if there are none. */
export function otherFields(info: GenerationInfo): Record<string, unknown> | null {
  const others = Object.entries(info).filter(([key]) => !Object.hasOwn(knownFields, key));
  return others.length === 0 ? null : Object.fromEntries(others);
}
