import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../../../api/types';
import { humanize } from '../../../text/wording';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Pagination } from '../../../ui/pagination';
import { Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';
import { RevokeButton } from '../shared/revoke-button';
import styles from '../shared/settings.module.css';
import { invitationsQuery, useRevokeInvitation } from './invitation-queries';

const factColumns: Column<Invitation>[] = [
  { id: 'email', header: 'Email', isRowHeader: true, cell: ({ email }) => email },
  { id: 'role', header: 'Role', cell: ({ role }) => humanize(role) },
  { id: 'by', header: 'Invited by', cell: ({ invited_by_user_name: name }) => name ?? 'Deleted account' },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expires_at: at }) => <Time at={at} />,
  },
];

/** Pending invitations; renders nothing without any. */
export function PendingInvitations() {
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, error, isPlaceholderData, refetch } = useQuery(invitationsQuery(useWorkspace(), cursor));
  const revoke = useRevokeInvitation();
  const columns: Column<Invitation>[] = [
    ...factColumns,
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      cell: ({ id, email }) => (
        <RevokeButton subject={`invitation for ${email}`} revoke={() => revoke(id)}>
          The link stops working. You can create another invitation.
        </RevokeButton>
      ),
    },
  ];
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined || (data.items.length === 0 && cursor === null)) return null;
  return (
    <section className={styles.section} aria-labelledby="pending-invitations" aria-busy={isPlaceholderData}>
      <h2 id="pending-invitations">Pending invitations</h2>
      <Table label="Pending invitations" columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <Pagination
        label="invitations"
        isFirst={cursor === null}
        nextCursor={data.next_page_cursor}
        onFirst={() => setCursor(null)}
        onNext={setCursor}
      />
    </section>
  );
}
