import type { RunLimits } from '../../../workflows/optimization-run/run-state';
import type { OptimizationRun } from './optimization-run';

/** What decides in the workflow, and in its place once it has ended, what may happen to a run. */
export function limitsOf(run: OptimizationRun): RunLimits {
  const { leaseSeconds, maxAttempts, maxCandidates, maxCostCents, nonRetryableErrorCodes } = run;
  return { leaseMs: leaseSeconds * 1000, maxAttempts, maxCandidates, maxCostCents, nonRetryableErrorCodes };
}
