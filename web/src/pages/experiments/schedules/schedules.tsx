import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state';
import { ListPage } from '../../../workspace/list-page';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { CreateScheduleDialog } from './create-schedule-dialog';
import { schedulesQuery } from './schedule-queries';
import { ScheduleTable } from './schedule-table';

/** The schedules of the workspace, which create experiments. */
export function Schedules() {
  const { search } = useSearch();
  const workspace = useWorkspace();
  const query = useQuery(schedulesQuery(workspace, search.get('cursor')));
  return (
    <ListPage
      title="Schedules"
      parent={{ name: 'Experiments', to: workspace.href('experiments') }}
      noun="schedules"
      newLabel="New schedule"
      path="experiments/schedules"
      query={query}
      table={(schedules) => <ScheduleTable schedules={schedules} />}
      empty={
        <EmptyState title="No schedules yet">
          <p>
            A schedule creates an experiment at each time of a cron expression, for example every night on a
            live set.
          </p>
        </EmptyState>
      }
      Dialog={CreateScheduleDialog}
    />
  );
}
