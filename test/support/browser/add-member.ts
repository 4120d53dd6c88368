import type { World } from './world';
import type { CallWorld } from './world-api';

/** Adds a contributor who creates a key for the workspace; returns the key. */
export async function addMember(
  { url, workspaceId }: Pick<World, 'url' | 'workspaceId'>,
  call: CallWorld,
  name: string,
  key: { name: string; expires_in_days: number },
): Promise<string> {
  const email = `${name.toLowerCase()}@example.test`;
  const account = { email, name, password: 'a long enough password' };
  const invitation = { email, role: 'contributor' };
  const { token } = await call('POST', `/v1/workspaces/${workspaceId}/invitations`, invitation);
  await call('POST', '/v1/invitations/accept', { token, account });
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/v1/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: account.password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const created = await fetch(`${url}/v1/api-keys`, {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ ...key, scope: 'workspace', workspace_id: workspaceId }),
  });
  if (created.status !== 201) throw new Error(`creating a key responded ${created.status}`);
  return ((await created.json()) as { key: string }).key;
}
