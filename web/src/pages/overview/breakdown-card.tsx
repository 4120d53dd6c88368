import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { humanize } from '../../text/wording';
import { BarList } from '../../ui/chart/bar-list';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { useWorkspace } from '../../workspace/workspace';
import styles from './breakdowns.module.css';
import { conditionOf, type Dimension, dimensionNames, toggleCondition } from './dimensions';
import { type Measure, measureNames, rankSegments } from './measures';
import { breakdownQuery } from './overview-queries';
import { withPeriod } from './period';
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
  const query = breakdownQuery(useWorkspace(), withPeriod(scope.filter, scope.period), dimension);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const { many, one } = dimensionNames[dimension];
  const ranked = data === undefined ? [] : rankSegments(measure, dimension, data);
  const max = Math.max(...ranked.map(({ size }) => size ?? 0), Number.MIN_VALUE);
  const bars = ranked.slice(0, MAX_BARS).map(({ segment: { value }, size, ...shown }) => {
    const condition = value === null ? null : conditionOf(dimension, value);
    const name = value === null ? 'Others' : dimension === 'label' ? humanize(value) : value;
    return {
      key: value ?? 'others',
      name,
      share: (size ?? 0) / max,
      value: shown.value,
      detail: shown.detail,
      to: link({ filter: condition === null ? scope.filter : toggleCondition(scope.filter, condition) }),
      action: `Filter by ${one.toLowerCase()}`,
      isSelected: condition !== null && scope.filter.includes(condition),
    };
  });
  return (
    <section
      className={styles.card}
      aria-label={`${measureNames[measure]} by ${one.toLowerCase()}`}
      aria-busy={isPlaceholderData}
    >
      <h3>{many}</h3>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label={`Loading ${many.toLowerCase()}`} rows={6} />}
      {data !== undefined && bars.length === 0 && <p className={styles.empty}>None in this period.</p>}
      {bars.length > 0 && <BarList label={many} bars={bars} />}
      {bars.length > 0 && (
        <Link className={styles.more} to={link({ more: dimension })} preventScrollReset>
          {ranked.length > MAX_BARS ? `All ${ranked.length} ${many.toLowerCase()}` : 'Table'}
        </Link>
      )}
    </section>
  );
}
