import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Pagination } from '../../../ui/pagination';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { SettingsHead } from '../shared/settings-head';
import { InviteDialog } from './invite-dialog';
import { membersQuery } from './member-queries';
import { MemberTable } from './member-table';
import { PendingInvitations } from './pending-invitations';

/** The members tab. */
export function Members() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  const { data, error, isPlaceholderData, refetch } = useQuery(membersQuery(workspace, cursor));
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <SettingsHead
        action={
          workspace.role === 'admin' && (
            <Button variant="primary" onPress={() => setInviting(true)}>
              Invite
            </Button>
          )
        }
      >
        Viewers can read. Contributors can also store, evaluate and run experiments. Admins can also manage
        members, keys and the workspace.
      </SettingsHead>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading members" />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData}>
          <MemberTable members={data.items} />
          <Pagination
            label="members"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => change({ cursor: null })}
            onNext={(next) => change({ cursor: next })}
          />
        </div>
      )}
      {workspace.role === 'admin' && <PendingInvitations />}
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
