import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ListPage } from '../../../workspace/list-page';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { CreateExperimentDialog } from '../shared/create-experiment-dialog';
import { experimentsQuery } from '../shared/experiment-queries';
import { ExperimentTable } from './experiment-table';

/** The experiments of the workspace with their progress. */
export function Experiments() {
  const { search } = useSearch();
  const workspace = useWorkspace();
  const query = useQuery(experimentsQuery(workspace, search.get('cursor')));
  return (
    <ListPage
      title="Experiments"
      links={<ButtonLink to={workspace.href('experiments/schedules')}>Schedules</ButtonLink>}
      noun="experiments"
      newLabel="New experiment"
      path="experiments"
      query={query}
      table={(experiments) => <ExperimentTable experiments={experiments} />}
      empty={<NoExperiments />}
      Dialog={CreateExperimentDialog}
    />
  );
}

function NoExperiments() {
  const { href } = useWorkspace();
  return (
    <EmptyState
      title="No experiments yet"
      actions={<ButtonLink to={href('conversations')}>Select conversations</ButtonLink>}
    >
      <p>
        An experiment replays stored conversations with another model or prompt, or evaluates their original
        replies. Select conversations to begin.
      </p>
    </EmptyState>
  );
}
