import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '../../../api/api-error';
import type { Experiment } from '../../../api/types';
import { formatCount } from '../../../text/numbers';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Select } from '../../../ui/select';
import { Tabs } from '../../../ui/tabs';
import { PromptWarnings } from '../../../workspace/prompt-warnings';
import { useList } from '../../../workspace/use-list';
import { useSearchChoice } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { experimentQuery } from '../shared/experiment-queries';
import { getItemStatuses, itemStatuses } from '../shared/item-queries';
import { Counters } from './counters';
import styles from './experiment.module.css';
import { ExperimentHeader } from './experiment-header';
import { ItemList } from './item-list';
import { Results } from './results';
import { Settings } from './settings';

/** An experiment with its progress, results and items. */
export function ExperimentPage() {
  const { experimentId = '' } = useParams();
  const { data, error, refetch } = useQuery(experimentQuery(useWorkspace(), experimentId));
  const list = useList('Experiments', 'experiments');
  if (isNotFound(error)) {
    return (
      <EmptyState title="Experiment not found" isPage>
        <p>It was deleted, belongs to another workspace, or the address is incomplete.</p>
        <ButtonLink to={list.to}>Go to {list.name.toLowerCase()}</ButtonLink>
      </EmptyState>
    );
  }
  if (data !== undefined) {
    return (
      <Fragment key={data.id}>
        <ExperimentHeader experiment={data} />
        {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
        <ExperimentView experiment={data} />
      </Fragment>
    );
  }
  return error === null ? (
    <Loading label="Loading experiment" rows={18} />
  ) : (
    <ErrorNotice error={error} onRetry={refetch} />
  );
}

/** Progress above the tabs for results, items and settings. The URL holds the open tab. */
function ExperimentView({ experiment }: { experiment: Experiment }) {
  const [tab, setTab] = useSearchChoice('tab', ['results', 'items', 'settings']);
  return (
    <>
      <PromptWarnings warnings={experiment.warnings} />
      <Counters experiment={experiment} />
      <Tabs
        label="Experiment"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'results', name: 'Results', content: <Results experiment={experiment} /> },
          { id: 'items', name: 'Items', content: <Items experiment={experiment} /> },
          { id: 'settings', name: 'Settings', content: <Settings experiment={experiment} /> },
        ]}
      />
    </>
  );
}

/** The items of an experiment. The URL holds the status filter. */
function Items({ experiment }: { experiment: Experiment }) {
  const [status, setStatus] = useSearchChoice('status', ['', ...itemStatuses]);
  const { status_summary: counts } = experiment;
  return (
    <>
      <div className={styles.filter}>
        <Select
          label="Filter by status"
          value={status}
          options={[
            { id: '', name: `Any status (${formatCount(counts.total)})` },
            ...getItemStatuses(experiment).map((id) => ({ id, name: `${id} (${formatCount(counts[id])})` })),
          ]}
          onChange={setStatus}
        />
      </div>
      <ItemList key={status} experiment={experiment} status={status === '' ? null : status} />
    </>
  );
}
