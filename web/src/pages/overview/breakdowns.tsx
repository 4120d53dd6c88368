import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Loading } from '../../ui/loading';
import { Segmented } from '../../ui/segmented';
import { useSearch, useSearchChoice } from '../../workspace/use-search';
import { BreakdownCard } from './breakdown-card';
import styles from './breakdowns.module.css';
import { type Dimension, dimensions } from './dimensions';
import { measureNames, measures } from './measures';
import { withPeriod } from './period';
import type { Scope } from './scope';
import { useOverviewLink } from './use-overview-link';

// Loaded when one is opened.
const BreakdownTable = lazy(async () => ({ default: (await import('./breakdown-table')).BreakdownTable }));
const LabelDistribution = lazy(async () => ({
  default: (await import('./label-distribution')).LabelDistribution,
}));
const Tools = lazy(async () => ({ default: (await import('./tools')).Tools }));

/** Issues, cost, latency and tokens by dimension, as bars and, of the chosen one, as a table. */
export function Breakdowns({ scope }: { scope: Scope }) {
  const [measure, setMeasure] = useSearchChoice('measure', measures);
  const { search } = useSearch();
  const more = dimensions.find((one) => one === search.get('more')) ?? (search.has('tool') ? 'tool' : null);
  return (
    <section className={styles.breakdowns} aria-label="Breakdown">
      <div className={styles.head}>
        <h2>By dimension</h2>
        <Segmented
          label="Measure"
          value={measure}
          options={measures.map((id) => ({ id, name: measureNames[id] }))}
          onChange={setMeasure}
        />
      </div>
      <div className={styles.cards}>
        {dimensions.map((dimension) => (
          <BreakdownCard key={dimension} scope={scope} dimension={dimension} measure={measure} />
        ))}
      </div>
      {more !== null && <More scope={scope} dimension={more} />}
    </section>
  );
}

function More({ scope, dimension }: { scope: Scope; dimension: Dimension }) {
  const link = useOverviewLink();
  const filter = withPeriod(scope.filter, scope.period);
  return (
    <div className={styles.table}>
      <Suspense fallback={<Loading label="Loading the table" rows={8} />}>
        {dimension === 'tool' && <Tools filter={filter} />}
        {dimension === 'label' && <LabelDistribution filter={filter} />}
        {dimension !== 'tool' && dimension !== 'label' && (
          <BreakdownTable scope={scope} dimension={dimension} />
        )}
      </Suspense>
      <Link className={styles.more} to={link({ more: null, tool: null })} preventScrollReset>
        Close the table
      </Link>
    </div>
  );
}
