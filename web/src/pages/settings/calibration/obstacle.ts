import type { CalibrationSample } from '../../../api/types';
import { pluralize } from '../../../text/wording';

/** What prevents a calibration by a sample, and what to do; null if nothing does. */
export function describeObstacle({
  reviewed_count: reviewed,
  needed_count: needed,
  disputed_count: disputed,
}: Pick<CalibrationSample, 'reviewed_count' | 'needed_count' | 'disputed_count'>): string | null {
  if (disputed > 0)
    return `Reviewers disagree on ${pluralize(disputed, 'reply', 'replies')}. Adjudicate them first.`;
  if (reviewed >= needed) return null;
  return `Review ${pluralize(needed - reviewed, 'more reply', 'more replies')} to fit a calibration.`;
}
