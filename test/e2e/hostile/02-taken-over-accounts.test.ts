import { randomUUID } from 'node:crypto';
import type { ApiResponse } from '../../support/api';
import { owner } from '../../support/owner';
import { cookieOf } from '../../support/people';
import { atScale, expectFigures } from './support/figures';
import { createPerson } from './support/person';
import { ServiceUnderAttack } from './support/service-under-attack';

const PASSWORD_OF_ATTACKER = 'a password of the attacker';
const PASSWORD_OF_CEO = 'a password of the ceo';

let service: ServiceUnderAttack;
beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});
afterAll(() => service.stop());

/** Sends as the holder of an API key, of a session's cookie, or of nothing. */
const send = <const Method extends string, const Path extends string>(
  credential: { key?: string; cookie?: string },
  method: Method,
  path: Path,
  body?: unknown,
) =>
  service.send(null, method, path, {
    body,
    headers: {
      ...(credential.key && { authorization: `Bearer ${credential.key}` }),
      ...(credential.cookie && { cookie: credential.cookie }),
    },
  });
const admin = { key: owner.apiKey };

async function login(email: string, password: string): Promise<ApiResponse & { cookie: string }> {
  const response = await send({}, 'POST', '/v1/auth/login', { email, password });
  return { ...response, cookie: cookieOf(response) };
}

const invite = (by: { key?: string; cookie?: string }, workspaceId: string, email: string) =>
  send(by, 'POST', `/v1/workspaces/${workspaceId}/invitations`, { email, role: 'viewer' });
const register = (token: string, email: string, password: string) =>
  send({}, 'POST', '/v1/invitations/accept', { token, account: { email, password } });
const createWorkspace = async (by: { key?: string; cookie?: string }, name: string): Promise<string> =>
  (await send(by, 'POST', '/v1/workspaces', { name })).body.id;

it('gives no one an account, a membership or a fact by an address', async () => {
  const ceo = 'ceo@victim.example';
  const attacker = await createPerson(service, 'attacker@example.test', PASSWORD_OF_ATTACKER);
  const victims = await createWorkspace(admin, 'Victim');

  // The attacker prepares the address of the victim, in each way that has created accounts before.
  const planted = await Promise.all(
    ['members', 'invitations'].map((path) =>
      send(attacker, 'POST', `/v1/workspaces/${attacker.ownWorkspaceId}/${path}`, {
        email: ceo,
        role: 'viewer',
        password: PASSWORD_OF_ATTACKER,
      }),
    ),
  );
  // The victim's admin invites that address; the attacker tries to use it before the victim does.
  const invitation = await invite(admin, victims, ceo);
  const early = await login(ceo, PASSWORD_OF_ATTACKER);
  // The attacker even registers the address with her own invitation.
  const own = await invite(attacker, attacker.ownWorkspaceId, ceo);
  await register(own.body.token, ceo, PASSWORD_OF_ATTACKER);
  const squatter = await login(ceo, PASSWORD_OF_ATTACKER);
  const reached = await send(squatter, 'GET', `/v1/workspaces/${victims}`);
  // The ceo accepts with the link, under another login name.
  const accepted = await register(invitation.body.token, 'ceo@home.example', PASSWORD_OF_CEO);
  const afterwards = await send(squatter, 'GET', `/v1/workspaces/${victims}/members`);

  expect(accepted.status).toBe(201);
  expectFigures('2', [
    { name: 'passwords accepted for another person', measured: countOf(planted, 201), max: 0 },
    { name: 'logins with a password set by another person', measured: countOf([early], 200), max: 0 },
    {
      name: 'reads of the victim by an account that carries the invited address',
      measured: countOf([reached, afterwards], 200),
      max: 0,
    },
  ]);
});

it('revokes the access of an attacker with a session, a password and keys', async () => {
  const email = 'robbed@example.test';
  const { cookie, ownWorkspaceId } = await createPerson(service, email, PASSWORD_OF_CEO);
  const thefts = await Promise.all(Array.from({ length: 3 }, () => login(email, PASSWORD_OF_CEO)));
  const colleague = await invite({ cookie }, ownWorkspaceId, 'colleague@example.test');
  const joined = await register(colleague.body.token, 'colleague@example.test', PASSWORD_OF_ATTACKER);
  const member = `/v1/workspaces/${ownWorkspaceId}/members/${joined.body.user.id}` as const;
  await send({ cookie }, 'PATCH', member, { role: 'contributor' });
  const asColleague = await login('colleague@example.test', PASSWORD_OF_ATTACKER);
  const createKey = () =>
    send(asColleague, 'POST', '/v1/api-keys', {
      name: 'hidden',
      scope: 'workspace',
      expires_in_days: 365,
      workspace_id: ownWorkspaceId,
    });

  // The owner changes the password while the thief signs in again with the old one.
  const [, ...late] = await Promise.all([
    send({ cookie }, 'POST', '/v1/auth/password', {
      current_password: PASSWORD_OF_CEO,
      new_password: 'a password the thief does not have',
    }),
    ...thefts.map(() => login(email, PASSWORD_OF_CEO)),
  ]);
  // The owner removes the colleague, who creates keys at the same time.
  const owner = await login(email, 'a password the thief does not have');
  const hidden = [await createKey()];
  const [removed, ...racing] = await Promise.all([
    send(owner, 'DELETE', member),
    ...Array.from({ length: atScale(10, 50) }, createKey),
  ]);
  hidden.push(...racing.filter(({ status }) => status === 201));

  expect(removed.status).toBe(200);
  const sessions = await Promise.all(
    [...thefts, ...late].map((session) => send(session, 'GET', '/v1/auth/me')),
  );
  const keys = await Promise.all(hidden.map(({ body }) => send(body, 'GET', '/v1/experiments')));
  expectFigures('2', [
    { name: 'sessions of the old password that still work', measured: countOf(sessions, 200), max: 0 },
    { name: 'keys of a removed member that still work', measured: countOf(keys, 200), max: 0 },
    { name: 'keys that the removal listed', measured: removed.body.keys.total, min: 1 },
  ]);
});

it('makes one member of an invitation that many accept at the same time', async () => {
  const rivals = atScale(20, 100);
  const workspaceId = await createWorkspace(admin, 'Raced for');
  const { body } = await invite(admin, workspaceId, 'anyone@example.test');
  // Ten attempts an hour create accounts; the others have sessions.
  const { cookie } = await createPerson(service, 'racer@example.test', PASSWORD_OF_ATTACKER);

  const responses = await Promise.all(
    Array.from({ length: rivals }, (_, index) =>
      index < 10
        ? register(body.token, `rival-${index}@example.test`, PASSWORD_OF_ATTACKER)
        : send({ cookie }, 'POST', '/v1/invitations/accept', { token: body.token }),
    ),
  );

  const members = await send(admin, 'GET', `/v1/workspaces/${workspaceId}/members`);
  expectFigures('2', [
    {
      name: `acceptances of one invitation, of ${rivals}`,
      measured: countOf(responses, 201),
      max: 1,
      min: 1,
    },
    { name: 'members that it made', measured: members.body.items.length - 1, max: 1, min: 1 },
    {
      name: 'responses other than 201 and 409',
      measured: responses.filter(({ status }) => ![201, 409].includes(status)).length,
      max: 0,
    },
  ]);
});

it('responds to an invitation of a known address as to one of an unknown', async () => {
  const rounds = atScale(30, 300);
  const known = 'known@example.test';
  const { cookie } = await createPerson(service, 'prober@example.test', PASSWORD_OF_ATTACKER);
  await createPerson(service, known, PASSWORD_OF_CEO);
  let slower = 0;
  const shapes = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const workspaceId = await createWorkspace({ cookie }, `probe ${round}`);
    // Of the same length and alternating, so that neither is measured on a warmer process.
    const kinds = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    const elapsedMs = { known: 0, unknown: 0 };
    for (const kind of kinds) {
      const email = kind === 'known' ? known : `${randomUUID().slice(0, 5)}@example.test`;
      const start = performance.now();
      const response = await invite({ cookie }, workspaceId, email);
      elapsedMs[kind] = performance.now() - start;
      const headers = [...response.headers].map(([name, value]) =>
        isPerRequest(name) ? name : `${name}: ${value}`,
      );
      shapes.add(
        JSON.stringify([
          response.status,
          Object.keys(response.body),
          response.body.token.length,
          headers.sort(),
        ]),
      );
    }
    if (elapsedMs.known > elapsedMs.unknown) slower += 1;
  }

  expectFigures('2', [
    { name: 'kinds of responses to known and unknown addresses', measured: shapes.size, max: 1, min: 1 },
    {
      // A sign test: on a busy machine times vary, but neither address is slower more often than a coin toss
      // decides.
      name: 'pairs in which the known address took longer',
      measured: (100 * slower) / rounds,
      unit: '%',
      min: atScale(15, 38),
      max: atScale(85, 62),
    },
  ]);
});

/** Ids, times and counters, which differ between any two requests. */
const isPerRequest = (header: string) =>
  ['x-request-id', 'date'].includes(header) || header.startsWith('ratelimit-');

function countOf(responses: readonly ApiResponse[], status: number): number {
  return responses.filter((response) => response.status === status).length;
}
