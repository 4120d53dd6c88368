import type { ApiKey, AssayClient } from '../../packages/client';
import { type ServiceCommand, withService } from './shared/connection/with-service';
import { printResource } from './shared/output/print-fields';
import { type Column, printList } from './shared/output/print-list';

const columns: readonly Column<ApiKey>[] = [
  { name: 'id', read: ({ id }) => id },
  { name: 'name', read: ({ name }) => name },
  { name: 'key', read: (key) => `${key.key_prefix}…` },
  { name: 'scope', read: ({ scope }) => scope },
  { name: 'state', read: stateOf },
  { name: 'last used', read: (key) => key.last_used_at ?? 'never' },
];

/** `assay keys list`: prints API keys; no secret is in them. @throws as `withService` */
export function runListKeys(command: ServiceCommand & { limit: number }): Promise<void> {
  return withService(command, ({ client }) => printList(client.keys.list(), columns, command));
}

/** `assay keys show`: prints an API key. @throws as `withService`, and Error if there is none with this id */
export async function runShowKey(id: string, command: ServiceCommand): Promise<void> {
  const key = await withService(command, ({ client }) => findKey(client, id));
  if (key === null) throw new Error(`API key ${JSON.stringify(id)} not found`);
  printResource(
    key,
    [
      ...columns.map(({ name, read }) => [name, read(key)] as const),
      ['workspace', key.workspace_id],
      ['created', key.created_at],
      ['expires', key.expires_at],
      ['revoked', key.revoked_at],
    ],
    command,
  );
}

async function findKey(client: AssayClient, id: string): Promise<ApiKey | null> {
  for await (const key of client.keys.list()) if (key.id === id) return key;
  return null;
}

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKey): string {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}
