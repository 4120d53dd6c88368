import type { ImportFormat } from '../../../packages/formats';

/**
 * The formats of `assay import`, as names alone: loading the readers would double the time of every `--help`. Lines of
 * these formats have external ids, so that they can be sent again.
 */
const kinds: Record<Exclude<ImportFormat, 'assay'>, true> = {
  'openai-jsonl': true,
  'openai-evals': true,
  responses: true,
  anthropic: true,
  sharegpt: true,
  'hf-chat': true,
  langfuse: true,
  langsmith: true,
  phoenix: true,
  braintrust: true,
};

export const importKinds = Object.keys(kinds);
