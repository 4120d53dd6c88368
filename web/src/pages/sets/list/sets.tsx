import { useQuery } from '@tanstack/react-query';
import type { ConversationSet } from '../../../api/types';
import { ButtonLink } from '../../../ui/button-link';
import type { Column } from '../../../ui/columns';
import { EmptyState } from '../../../ui/empty-state';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { Term } from '../../../ui/term';
import { ListEntry } from '../../../workspace/list-entry';
import { ListPage } from '../../../workspace/list-page';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { DeleteSetButton } from '../shared/delete-set-button';
import { selectionColumns } from '../shared/set-columns';
import { setsQuery } from '../shared/set-queries';
import { CreateSetDialog } from './create-set-dialog';

/** The sets of conversations of the workspace. */
export function Sets() {
  const { search } = useSearch();
  const query = useQuery(setsQuery(useWorkspace(), search.get('cursor')));
  return (
    <ListPage
      title="Sets"
      about={<Term id="set">What is a set?</Term>}
      noun="sets"
      newLabel="New set"
      path="sets"
      query={query}
      table={(sets) => <SetTable sets={sets} />}
      empty={
        <EmptyState title="No sets yet" actions={<WaysToCreate />}>
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

function WaysToCreate() {
  const { href, canWrite } = useWorkspace();
  return (
    <>
      {canWrite && (
        <ButtonLink variant="primary" to="?create=1">
          Create the first set
        </ButtonLink>
      )}
      <ButtonLink to={href('conversations')}>Select conversations</ButtonLink>
    </>
  );
}

const columns: Column<ConversationSet>[] = [
  {
    id: 'name',
    header: 'Set',
    isRowHeader: true,
    cell: ({ id, name, version }) => (
      <ListEntry name={name} list="Sets" path={`sets/${id}`}>
        <span>Version {version}</span>
      </ListEntry>
    ),
  },
  ...selectionColumns,
  createdColumn(({ created_at: at }) => at),
  actionsColumn((set) => <DeleteSetButton set={set} isInRow />),
];

/** A page of sets in their latest version. */
function SetTable({ sets }: { sets: readonly ConversationSet[] }) {
  return <Table label="Sets" columns={columns} rows={sets} rowKey={({ id }) => id} />;
}
