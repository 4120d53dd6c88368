import type { BaselineComparison } from '../../../api/types';
import { readRateOutcome } from '../../../text/paired-metrics';
import { isOpen } from '../shared/experiment-state';

/** Describes in a sentence whether fewer new replies than original ones have an issue. */
export function describeBaselineOutcome(
  comparison: Pick<BaselineComparison, 'metrics' | 'pass_through' | 'status'>,
): string {
  if (comparison.pass_through)
    return 'Both sides are the original replies. Differences come from judging them twice.';
  const { direction, evidence } = readRateOutcome(comparison.metrics, isOpen(comparison));
  if (direction === 'none') return 'No conversation has a verdict on both sides yet.';
  if (direction === 'no_difference')
    return `No significant difference in the number of replies with issues (${evidence}).`;
  return `Significantly ${direction} replies with issues than the original replies (${evidence}).`;
}
