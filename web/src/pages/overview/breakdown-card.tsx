import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BarList } from '../../ui/chart/bar-list';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { useWorkspace } from '../../workspace/workspace';
import { PARTIAL_MARK } from './breakdown-notes';
import styles from './breakdowns.module.css';
import { type Dimension, nameDimension, nameValue, tagKeyOf, toChip } from './dimensions';
import { type Breakdown, type Measure, measureNames, rankSegments } from './measures';
import { breakdownQuery } from './overview-queries';
import { SampledNote } from './sampled-note';
import type { Scope } from './scope';
import { useOverviewLink } from './use-overview-link';

const MAX_BARS = 5;

interface BreakdownCardProps {
  scope: Scope;
  dimension: Dimension;
  measure: Measure;
}

/** The values of a dimension that weigh most, as filter chips. */
export function BreakdownCard({ scope, dimension, measure }: BreakdownCardProps) {
  const link = useOverviewLink();
  const query = breakdownQuery(useWorkspace(), scope.bounded, dimension);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const { one, many, title } = nameDimension(dimension);
  const ranked = data === undefined ? [] : rankSegments(measure, dimension, data);
  const max = Math.max(...ranked.map(({ size }) => size ?? 0), Number.MIN_VALUE);
  const bars = ranked
    .slice(0, MAX_BARS)
    .map(({ segment: { value, is_partial: isPartial }, size, ...shown }) => {
      const { filter, isSelected } = toChip(scope.filter, dimension, value);
      return {
        key: JSON.stringify(value),
        name: nameValue(dimension, value),
        share: (size ?? 0) / max,
        value: shown.value,
        detail: isPartial ? `${shown.detail}; ${PARTIAL_MARK}` : shown.detail,
        to: filter === null ? null : link({ filter }),
        action: `Filter by ${one}`,
        isSelected,
      };
    });
  const values = data?.values ?? [];
  const named = values.filter((segment) => !segment.is_other).length;
  const isComplete = named === values.length && data?.omitted_value_count === 0;
  return (
    <section
      className={styles.card}
      aria-label={`${measureNames[measure]} by ${one}`}
      aria-busy={isPlaceholderData}
    >
      <h3>{title}</h3>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label={`Loading ${many}`} rows={6} />}
      {data !== undefined && bars.length === 0 && (
        <p className={styles.empty}>{describeEmpty(measure, dimension, data)}</p>
      )}
      {bars.length > 0 && <BarList label={title} bars={bars} />}
      <SampledNote share={data?.sampled_share} />
      {bars.length > 0 && (
        <Link className={styles.more} to={link({ more: dimension })} preventScrollReset>
          {values.length > MAX_BARS ? `${isComplete ? 'All' : 'Table of'} ${named} ${many}` : 'Table'}
        </Link>
      )}
    </section>
  );
}

function describeEmpty(measure: Measure, dimension: Dimension, { values }: Breakdown): string {
  if (values.length > 0)
    return measure === 'issues'
      ? 'No reply of this period is evaluated.'
      : `No ${measureNames[measure].toLowerCase()} known in this period.`;
  return tagKeyOf(dimension) === null
    ? 'None in this period.'
    : 'No conversation of this period has this tag.';
}
