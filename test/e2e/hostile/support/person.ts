import { owner } from '../../../support/owner';
import { cookieOf } from '../../../support/people';
import type { ServiceUnderAttack, Tenant } from './service-under-attack';

/** A person of the service with a session and a separate workspace. */
export interface Person {
  /** The value of the Cookie header. */
  cookie: string;
  ownWorkspaceId: string;
}

/** Invites a person, who registers, signs in and creates a workspace. */
export async function createPerson(
  service: ServiceUnderAttack,
  email: string,
  password: string,
): Promise<Person> {
  const admin = { authorization: `Bearer ${owner.apiKey}` };
  const post = <const Path extends string>(path: Path, body: object, headers: Record<string, string> = {}) =>
    service.send(null, 'POST', path, { body, headers });
  const { body: door } = await post('/v1/workspaces', { name: `door of ${email}` }, admin);
  const { body: invitation } = await post(
    `/v1/workspaces/${door.id}/invitations`,
    { email, role: 'viewer' },
    admin,
  );
  const account = { email, password };
  const accepted = await post('/v1/invitations/accept', { token: invitation.token, account });
  if (accepted.status !== 201) throw new Error(`no account for ${email}`);
  const cookie = cookieOf(await post('/v1/auth/login', account));
  const { body: own } = await post('/v1/workspaces', { name: `of ${email}` }, { cookie });
  return { cookie, ownWorkspaceId: own.id };
}

/** The workspace of another user than that of `createTenant`, with its key. */
export async function createTenantOfAnotherUser(service: ServiceUnderAttack): Promise<Tenant> {
  const { cookie, ownWorkspaceId: workspaceId } = await createPerson(
    service,
    'other@example.test',
    'a password of another user',
  );
  const { body } = await service.send(null, 'POST', '/v1/api-keys', {
    body: { name: 'other', scope: 'workspace', expires_in_days: 1, workspace_id: workspaceId },
    headers: { cookie },
  });
  return { workspaceId, key: body.key };
}
