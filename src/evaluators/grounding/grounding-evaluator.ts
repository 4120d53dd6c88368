import { countMessageTokens } from '../../providers/tokenizer';
import { fullCoverage } from '../coverage';
import type { Evaluator } from '../evaluator';
import { findUngroundedSpans } from './find-ungrounded-spans';
import { loadGroundingModel } from './grounding-model';

/**
 * The embedded evaluator: compares the claims of a reply with the conversation, offline and at no cost. Labels it
 * would give that the issue config does not have are left out. Its verdict is always `completed`.
 * @throws Error when the weights cannot be read
 */
export function createGroundingEvaluator(): Evaluator {
  const model = loadGroundingModel();
  return {
    async evaluate(input, { signal }) {
      signal.throwIfAborted();
      const { annotations, score, limits } = findUngroundedSpans(input, model);
      return {
        status: 'completed',
        annotations,
        score,
        unanchored: 0,
        usage: {
          inputTokens: countMessageTokens(input.messages),
          costCents: 0,
          calls: 0,
          retriedCalls: 0,
        },
        coverage: fullCoverage(input.messages, limits),
      };
    },
  };
}
