import type { ConversationSet } from '../../../api/types';
import type { Column } from '../../../ui/columns';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { ListEntry } from '../../../workspace/list-entry';
import { DeleteSetButton } from '../shared/delete-set-button';
import { selectionColumns } from '../shared/set-columns';

const columns: Column<ConversationSet>[] = [
  {
    id: 'name',
    header: 'Set',
    isRowHeader: true,
    cell: ({ id, name, version }) => (
      <ListEntry name={name} path={`sets/${id}`}>
        <span>Version {version}</span>
      </ListEntry>
    ),
  },
  ...selectionColumns,
  createdColumn(({ created_at: at }) => at),
  actionsColumn((set) => <DeleteSetButton set={set} isInRow />),
];

/** A page of sets in their latest version. */
export function SetTable({ sets }: { sets: readonly ConversationSet[] }) {
  return <Table label="Sets" columns={columns} rows={sets} rowKey={({ id }) => id} />;
}
