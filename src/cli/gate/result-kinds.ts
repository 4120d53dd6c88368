import type { ResultFormat } from '../../../packages/gate';

const described: Record<ResultFormat, true> = {
  promptfoo: true,
  deepeval: true,
  langfuse: true,
  'openai-evals': true,
  assay: true,
};

/** What `--from` accepts; without loading the readers. */
export const resultKinds = Object.keys(described);
