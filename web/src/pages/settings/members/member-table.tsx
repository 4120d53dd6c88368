import { useIdentity } from '../../../api/session';
import type { Member } from '../../../api/types';
import { humanize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import type { Column } from '../../../ui/columns';
import { Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';
import { RemoveMemberButton } from './remove-member-button';
import { RoleSelect } from './role-select';

/** The members; admins can change roles in place. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  const isAdmin = useWorkspace().role === 'admin';
  const own = useIdentity().data?.user?.id;
  const columns: Column<Member>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, user_id: id }) => (
        <>
          {name} {id === own && <Badge>You</Badge>}
        </>
      ),
    },
    { id: 'email', header: 'Email', cell: ({ email }) => email },
    {
      id: 'role',
      header: 'Role',
      cell: (member) => (isAdmin ? <RoleSelect member={member} /> : humanize(member.role)),
    },
    {
      id: 'since',
      header: 'Member since',
      cell: ({ created_at: at }) => <Time at={at} />,
    },
    ...(isAdmin
      ? [
          {
            id: 'actions',
            header: 'Actions',
            align: 'end' as const,
            cell: (member: Member) => <RemoveMemberButton member={member} />,
          },
        ]
      : []),
  ];
  return <Table label="Members" columns={columns} rows={members} rowKey={({ user_id: id }) => id} />;
}
