import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { ListedConversation } from '../../../api/types';
import { formatCount, NO_VALUE } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { ModelNames } from '../../../ui/model-names';
import { Time } from '../../../ui/time';
import { VirtualTable } from '../../../ui/virtual-table';
import { ConversationIssues } from '../../../workspace/conversation-issues';
import { useListState } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { listedConversationsQuery, setConversationsQuery } from '../shared/set-queries';
import styles from '../shared/sets.module.css';

/** Twice the rows that are shown. */
const PAGE_SIZE = 30;

interface Row {
  id: string;
  /** The conversations that are loaded together with it. */
  page: readonly string[];
}

interface SetConversationsProps {
  setId: string;
  /** The name of the set. */
  name: string;
  version: number;
}

/** The conversations of a version; of a live one those that it selects now. */
export function SetConversations({ setId, name, version }: SetConversationsProps) {
  const { data, error, refetch } = useQuery(setConversationsQuery(useWorkspace(), setId, version));
  /** The first row that is shown. */
  const [shown, setShown] = useState(0);
  const rows = useMemo(() => toRows(data?.conversation_ids ?? []), [data]);
  const columns: Column<Row>[] = [
    {
      id: 'preview',
      header: 'Last user message',
      width: '18rem',
      isRowHeader: true,
      cell: (row) => <Preview row={row} list={name} />,
    },
    column('issues', 'Issues', '19rem', (it) => (
      <div className={styles.line}>
        <ConversationIssues {...it} />
      </div>
    )),
    column('models', 'Model', '8rem', ({ models }) => <ModelNames names={models} />),
    {
      ...column('messages', 'Messages', '6rem', (it) => formatCount(it.message_count)),
      align: 'end',
    },
    column('created', 'Created', '8.5rem', ({ created_at: at }) => <Time at={at} />),
  ];
  return (
    <section>
      <h2 className={styles.heading}>
        {data === undefined
          ? `Conversations of version ${version}`
          : `${pluralize(data.conversation_ids.length, 'conversation')} of version ${version}`}
      </h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading conversations" />}
      {data !== undefined && (
        <>
          <PageError row={rows[shown]} />
          <VirtualTable
            label="Conversations"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            onShown={setShown}
          />
        </>
      )}
    </section>
  );
}

function toRows(ids: readonly string[]): Row[] {
  return Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, index) =>
    ids.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE),
  ).flatMap((page) => page.map((id) => ({ id, page })));
}

function column(
  id: string,
  header: string,
  width: string,
  cell: (conversation: ListedConversation) => ReturnType<Column<Row>['cell']>,
): Column<Row> {
  return { id, header, width, cell: (row) => <Loaded row={row}>{cell}</Loaded> };
}

/** Why the rows around this one are not loaded. */
function PageError({ row }: { row: Row | undefined }) {
  const page = row?.page ?? [];
  const query = listedConversationsQuery(useWorkspace(), page);
  const { error, refetch } = useQuery({ ...query, enabled: page.length > 0 });
  return error !== null && <ErrorNotice error={error} onRetry={refetch} />;
}

/** A part of a conversation once it is loaded; a dash if it was deleted, or cannot be loaded. */
function Loaded({
  row,
  children,
}: {
  row: Row;
  children: (conversation: ListedConversation) => ReturnType<Column<Row>['cell']>;
}) {
  const { data, error } = useQuery(listedConversationsQuery(useWorkspace(), row.page));
  const conversation = data?.get(row.id);
  if (conversation !== undefined) return children(conversation);
  return data === undefined && error === null ? null : NO_VALUE;
}

/** The last user message, which links to the conversation; the id until it is loaded. */
function Preview({ row: { id, page }, list }: { row: Row; list: string }) {
  const workspace = useWorkspace();
  const { data } = useQuery(listedConversationsQuery(workspace, page));
  return (
    <Link to={workspace.href(`conversations/${id}`)} state={useListState(list)} dir="auto">
      {data?.get(id)?.preview || id}
    </Link>
  );
}
