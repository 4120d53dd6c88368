import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useListHref } from '../../../workspace/use-list-href';
import { useWorkspace } from '../../../workspace/workspace';
import { experimentQuery } from '../shared/experiment-queries';
import { ExperimentHeader } from './experiment-header';
import { ExperimentView } from './experiment-view';

/** An experiment with its progress, results and items. */
export function ExperimentPage() {
  const { experimentId = '' } = useParams();
  const { data, error, refetch } = useQuery(experimentQuery(useWorkspace(), experimentId));
  const list = useListHref('experiments');
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Experiment not found" isPage>
        <p>It was deleted, or it belongs to another workspace.</p>
        <ButtonLink to={list}>Go to experiments</ButtonLink>
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
    <Loading label="Loading experiment" />
  ) : (
    <ErrorNotice error={error} onRetry={refetch} />
  );
}
