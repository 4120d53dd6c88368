import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Segmented } from '../../ui/segmented';
import { useSearch, useSearchChoice } from '../../workspace/use-search';
import { useWorkspace } from '../../workspace/workspace';
import { workspaceQuery } from '../../workspace/workspace-settings';
import { BreakdownCard } from './breakdown-card';
import styles from './breakdowns.module.css';
import { type Dimension, dimensionsWith, isDimension } from './dimensions';
import { measureNames, measures } from './measures';
import overview from './overview.module.css';
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
  const requested = search.get('more') ?? '';
  const more = isDimension(requested) ? requested : search.has('tool') ? 'tool' : null;
  const workspace = useWorkspace();
  const { data: settings, error, refetch } = useQuery(workspaceQuery(workspace));
  return (
    <section className={styles.breakdowns} aria-label="Breakdown">
      <div className={overview.head}>
        <h2>By dimension</h2>
        <Segmented
          label="Measure"
          value={measure}
          options={measures.map((id) => ({ id, name: measureNames[id] }))}
          onChange={setMeasure}
        />
      </div>
      <div className={styles.cards}>
        {dimensionsWith(settings?.analytics_tags ?? []).map((dimension) => (
          <BreakdownCard key={dimension} scope={scope} dimension={dimension} measure={measure} />
        ))}
        {settings === undefined && (
          <div className={styles.card}>
            {error === null ? (
              <Loading label="Loading tags" rows={6} />
            ) : (
              <ErrorNotice error={error} onRetry={refetch} />
            )}
          </div>
        )}
      </div>
      <p className={overview.note}>
        Up to five tags of conversations can have a card: see the{' '}
        <Link to={`${workspace.href('settings')}?tab=workspace`}>workspace settings</Link>.
      </p>
      {more !== null && <More scope={scope} dimension={more} />}
    </section>
  );
}

function More({ scope, dimension }: { scope: Scope; dimension: Dimension }) {
  const link = useOverviewLink();
  return (
    <div className={overview.panel}>
      <Suspense fallback={<Loading label="Loading the table" rows={8} />}>
        {dimension === 'tool' && <Tools filter={scope.bounded} />}
        {dimension === 'label' && <LabelDistribution filter={scope.bounded} />}
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
