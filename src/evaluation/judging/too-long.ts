import type { Verdict } from '../../conversations/evaluations/verdict';

/** The size of a conversation, measured before it is judged. */
export interface Extent {
  inputTokens: number;
  /** Code points of all texts before the reply. */
  evidenceTotal: number;
}

/** The verdict on a conversation that needs more than `maxHeapMb` of memory. */
export function tooLong({ inputTokens, evidenceTotal }: Extent, maxHeapMb: number): Verdict {
  return {
    status: 'no_verdict',
    reason: 'too_long',
    message: `The conversation is too long for the embedded evaluator: judging it needs more than ${maxHeapMb} MiB of memory`,
    usage: { inputTokens, costCents: 0, calls: 0, retriedCalls: 0 },
    coverage: { windows: 0, evidenceExamined: 0, evidenceTotal, limits: [] },
  };
}
