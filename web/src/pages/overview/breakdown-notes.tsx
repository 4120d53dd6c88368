import { formatCount } from '../../text/numbers';
import { type Dimension, nameDimension } from './dimensions';
import type { Breakdown } from './measures';
import styles from './overview.module.css';
import { SampledNote } from './sampled-note';

/** The mark of a value that may have messages among the others. */
export const PARTIAL_MARK = 'maybe more under Others';

interface BreakdownNotesProps {
  breakdown: Breakdown;
  dimension: Dimension;
}

/** Which values and messages the rows above do not have. Nothing if they have all. */
export function BreakdownNotes({ breakdown, dimension }: BreakdownNotesProps) {
  const { values, omitted_value_count: omitted, sampled_share: sampledShare } = breakdown;
  const { many } = nameDimension(dimension);
  const hasPartial = values.some((value) => value.is_partial);
  const hasOthers = hasPartial || values.some((value) => value.is_other);
  return (
    <>
      {hasOthers && (
        <p className={styles.note}>
          Others has the {many} beyond the first 200 of each 32 days.
          {hasPartial && ` Those marked “${PARTIAL_MARK}” may have been beyond them in part of the period.`}
        </p>
      )}
      {omitted > 0 && (
        <p className={styles.note}>
          {formatCount(omitted)} more {many} with fewer messages are not listed
          {hasOthers && ', nor counted under Others'}.
        </p>
      )}
      <SampledNote share={sampledShare} />
    </>
  );
}
