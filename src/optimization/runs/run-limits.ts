import type { RunLimits, RunSplit } from '../../../workflows/optimization-run/run-state';
import type { OptimizationRun } from './optimization-run';

/** The limits of a run, enforced by its workflow, or by the service once the workflow has closed. */
export function limitsOf(run: OptimizationRun): RunLimits {
  const { leaseSeconds, maxAttempts, maxCandidates, maxCostCents, nonRetryableErrorCodes } = run;
  return {
    leaseMs: leaseSeconds * 1000,
    maxAttempts,
    maxCandidates,
    maxCostCents,
    nonRetryableErrorCodes,
    split: splitOf(run),
  };
}

/** The numbers of conversations on which the run is searched and decided. */
export function splitOf({
  conversationIds: { length },
  split,
}: Pick<OptimizationRun, 'conversationIds' | 'split'>): RunSplit {
  const { decidedOn } = split;
  const holdoutCount = decidedOn === 'holdout' ? split.holdoutCount : 0;
  return { decidedOn, searchCount: length - holdoutCount, holdoutCount };
}
