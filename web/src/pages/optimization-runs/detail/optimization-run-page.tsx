import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../../api/api-error';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useList } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { runQuery } from '../shared/run-queries';
import { RunView } from './run-view';

/** An optimization run: timeline, candidates, and prompt of the winner. */
export function OptimizationRunPage() {
  const { runId = '' } = useParams();
  const { data, error, refetch } = useQuery(runQuery(useWorkspace(), runId));
  const list = useList('Optimization runs', 'optimization-runs');
  if (isNotFound(error)) {
    return (
      <EmptyState title="Optimization run not found" isPage>
        <p>It belongs to another workspace, or the address is incomplete.</p>
        <ButtonLink to={list.to}>Go to optimization runs</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && <RunView key={data.id} run={data} />}
      {data === undefined && error === null && <Loading label="Loading optimization run" rows={18} />}
    </>
  );
}
