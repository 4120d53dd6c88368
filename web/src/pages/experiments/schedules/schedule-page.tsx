import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../../api/api-error';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useList } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { scheduleQuery } from './schedule-queries';
import { ScheduleView } from './schedule-view';

/** A schedule with its latest and next firings. */
export function SchedulePage() {
  const { scheduleId = '' } = useParams();
  const { data, error, refetch } = useQuery(scheduleQuery(useWorkspace(), scheduleId));
  const list = useList('Schedules', 'experiments/schedules');
  if (isNotFound(error)) {
    return (
      <EmptyState title="Schedule not found" isPage>
        <p>It was deleted, belongs to another workspace, or the address is incomplete.</p>
        <ButtonLink to={list.to}>Go to schedules</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && <ScheduleView schedule={data} list={list.to} />}
      {data === undefined && error === null && <Loading label="Loading schedule" />}
    </>
  );
}
