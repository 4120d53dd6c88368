import type { AssayClient } from '../../../packages/client';
import type { Caller } from './serve-http';

/** Whether the key of the caller may store something in its workspace: a viewer's may not. */
export async function mayWrite(
  client: AssayClient,
  { workspaceId }: Caller,
  signal: AbortSignal,
): Promise<boolean> {
  const { workspaces, credential } = await client.request('GET /v1/auth/me', {}, { signal });
  const id = credential.workspace_id ?? workspaceId;
  return workspaces.some((workspace) => workspace.id === id && workspace.role !== 'viewer');
}
