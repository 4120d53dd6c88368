import type { BaselineComparison } from '../../../api/types';
import { describeUntested, readRateOutcome } from '../../../text/paired-metrics';
import { isOpen } from '../shared/experiment-state';

const NOTHING_COMPARED = 'No conversation has a verdict on both sides yet.';

/** Describes in a sentence whether fewer new replies than original ones have an issue. */
export function describeBaselineOutcome(
  comparison: Pick<BaselineComparison, 'metrics' | 'pass_through' | 'status' | 'untested_reason'>,
): string {
  if (comparison.pass_through)
    return 'Both sides are the original replies. Differences come from judging them twice.';
  if (comparison.untested_reason !== null)
    return (
      describeUntested(comparison.metrics, { name: 'the original replies', isBaseline: true }) ??
      NOTHING_COMPARED
    );
  const { direction, evidence } = readRateOutcome(comparison.metrics, isOpen(comparison));
  if (direction === 'none') return NOTHING_COMPARED;
  if (direction === 'no_difference')
    return `No significant difference in the number of replies with issues (${evidence}).`;
  return `Significantly ${direction} replies with issues than the original replies (${evidence}).`;
}
