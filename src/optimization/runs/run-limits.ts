import type { RunLimits } from '../../../workflows/optimization-run/run-state';
import type { OptimizationRun } from './optimization-run';

/** The limits of a run, enforced by its workflow, or by the service once the workflow has closed. */
export function limitsOf(run: OptimizationRun): RunLimits {
  const { leaseSeconds, maxAttempts, maxCandidates, maxCostCents, nonRetryableErrorCodes } = run;
  return { leaseMs: leaseSeconds * 1000, maxAttempts, maxCandidates, maxCostCents, nonRetryableErrorCodes };
}
