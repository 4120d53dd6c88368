import { useIdentity } from '../../../api/session';
import type { ApiKey } from '../../../api/types';
import { Badge, type Tone } from '../../../ui/badge';
import type { Column } from '../../../ui/columns';
import { Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { useRevokeApiKey } from '../../../workspace/api-key-queries';
import { RevokeButton } from '../shared/revoke-button';
import { getKeyState, type KeyState } from './key-state';

const tones: Record<KeyState, Tone> = { active: 'good', expired: 'neutral', revoked: 'danger' };

/** API keys with their prefix and state. */
export function ApiKeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const revoke = useRevokeApiKey();
  const workspaces = useIdentity().data?.workspaces ?? [];
  const stateOf = (key: ApiKey) => getKeyState(key, Date.now());
  const reachOf = ({ scope, workspace_id: id }: ApiKey) =>
    scope === 'user'
      ? 'All workspaces of its creator'
      : (workspaces.find((workspace) => workspace.id === id)?.name ?? 'Another workspace');
  const columns: Column<ApiKey>[] = [
    { id: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
    { id: 'key', header: 'Key', cell: ({ key_prefix: prefix }) => <code>{prefix}…</code> },
    { id: 'reach', header: 'Scope', cell: reachOf },
    {
      id: 'state',
      header: 'State',
      cell: (key) => <Badge tone={tones[stateOf(key)]}>{stateOf(key)}</Badge>,
    },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at: at }) => <When at={at} isAge />,
    },
    { id: 'expires', header: 'Expires', cell: ({ expires_at: at }) => <When at={at} /> },
    { id: 'created', header: 'Created', cell: ({ created_at: at }) => <When at={at} /> },
    {
      id: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (key) =>
        stateOf(key) !== 'revoked' && (
          <RevokeButton subject={`API key ${key.name}`} revoke={() => revoke(key.id)}>
            Requests with this key are refused from now on. This action cannot be undone.
          </RevokeButton>
        ),
    },
  ];
  return <Table label="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

function When({ at, isAge = false }: { at: string | null; isAge?: boolean }) {
  return at === null ? 'Never' : <Time at={at} isAge={isAge} />;
}
