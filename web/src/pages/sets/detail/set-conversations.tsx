import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pluralize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { VirtualTable } from '../../../ui/virtual-table';
import { useWorkspace } from '../../../workspace/workspace';
import { setConversationsQuery } from '../shared/set-queries';
import styles from '../shared/sets.module.css';

const columns: Column<string>[] = [
  { id: 'id', header: 'Conversation', isRowHeader: true, cell: (id) => <ConversationLink id={id} /> },
];

/** The conversations of a version; of a live one those that it selects now. */
export function SetConversations({ setId, version }: { setId: string; version: number }) {
  const { data, error, refetch } = useQuery(setConversationsQuery(useWorkspace(), setId, version));
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
        <VirtualTable
          label="Conversations"
          columns={columns}
          rows={data.conversation_ids}
          rowKey={(id) => id}
        />
      )}
    </section>
  );
}

function ConversationLink({ id }: { id: string }) {
  const { href } = useWorkspace();
  return <Link to={href(`conversations/${id}`)}>{id}</Link>;
}
