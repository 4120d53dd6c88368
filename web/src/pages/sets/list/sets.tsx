import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state';
import { ListPage } from '../../../workspace/list-page';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { setsQuery } from '../shared/set-queries';
import { CreateSetDialog } from './create-set-dialog';
import { SetTable } from './set-table';

/** The sets of conversations of the workspace. */
export function Sets() {
  const { search } = useSearch();
  const { data, error, refetch } = useQuery(setsQuery(useWorkspace(), search.get('cursor')));
  return (
    <ListPage
      title="Sets"
      noun="sets"
      newLabel="New set"
      path="sets"
      page={data}
      error={error}
      onRetry={refetch}
      table={(sets) => <SetTable sets={sets} />}
      empty={
        <EmptyState title="No sets yet">
          <p>
            A set is a named, versioned list of conversations: experiments and optimization runs on the same
            set compare on the same conversations.
          </p>
        </EmptyState>
      }
      Dialog={CreateSetDialog}
    />
  );
}
