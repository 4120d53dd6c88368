import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../api/types';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/columns';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Pagination } from '../../ui/pagination';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import styles from './account.module.css';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './account-queries';

const columns: Column<Session>[] = [
  {
    id: 'browser',
    header: 'Browser',
    isRowHeader: true,
    cell: ({ user_agent: userAgent }) => <span className={styles.browser}>{userAgent ?? 'Unknown'}</span>,
  },
  { id: 'address', header: 'IP address', cell: ({ address }) => address ?? 'Unknown' },
  { id: 'opened', header: 'Signed in', cell: ({ created_at: at }) => <Time at={at} /> },
  { id: 'expires', header: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (session) => (session.is_current ? <Badge>This session</Badge> : <EndButton session={session} />),
  },
];

/** The sessions of the user. */
export function SessionList() {
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, error, isPlaceholderData, refetch } = useQuery(sessionsQuery(cursor));
  const ending = useEndOtherSessions();
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading label="Loading sessions" rows={10} />;
  return (
    <>
      <div aria-busy={isPlaceholderData}>
        <Table label="Sessions" columns={columns} rows={data.items} rowKey={({ id }) => id} />
      </div>
      <Pagination
        label="sessions"
        isFirst={cursor === null}
        nextCursor={data.next_page_cursor}
        onFirst={() => setCursor(null)}
        onNext={setCursor}
      />
      {ending.error !== null && <ErrorNotice error={ending.error} />}
      <Button isDisabled={ending.isPending} onPress={() => ending.mutate()}>
        End all other sessions
      </Button>
    </>
  );
}

function EndButton({ session: { id, created_at: at } }: { session: Session }) {
  const ending = useEndSession(id);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`End session from ${at}`}
        isDisabled={ending.isPending}
        onPress={() => ending.mutate()}
      >
        End
      </Button>
      {ending.error !== null && <ErrorNotice error={ending.error} />}
    </>
  );
}
