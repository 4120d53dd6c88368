import { countMessageTokens } from '../../providers/tokenizer';
import type { Annotation, Evaluator } from '../evaluator';
import { findUngroundedSpans } from './find-ungrounded-spans';

/**
 * The embedded evaluator: compares the claims of a reply with the conversation, offline and at no cost. Labels it
 * would give that the issue config does not have are left out. Its verdict is always `completed`.
 */
export function createGroundingEvaluator(): Evaluator {
  return {
    async evaluate(input, { signal }) {
      signal.throwIfAborted();
      const { annotations, hasBasis } = findUngroundedSpans(input);
      return {
        status: 'completed',
        annotations,
        score: hasBasis ? scoreOf(annotations) : null,
        unanchored: 0,
        usage: { inputTokens: countMessageTokens(input.messages), costCents: 0 },
      };
    },
  };
}

/** Chance of at least one issue, taking the annotations as independent. */
function scoreOf(annotations: Annotation[]): number {
  return 1 - annotations.reduce((none, { confidence }) => none * (1 - (confidence ?? 0)), 1);
}
