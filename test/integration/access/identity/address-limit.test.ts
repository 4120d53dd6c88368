import mongoose from 'mongoose';
import { generateKey } from '../../../../src/access/api-keys/key-format';
import { useDatabase } from '../../../support/database';
import { firstOf } from '../../../support/first-of';
import { cookiesOf, IdentityApi, makeUser, PASSWORD } from './identity-api';

useDatabase();

const LIMIT = 20;
let api: IdentityApi;
beforeAll(async () => {
  api = await IdentityApi.start({ anonymousPerMinute: LIMIT });
});
afterAll(() => api.close());

let nextAddress = 0;
let address: string;
beforeEach(async () => {
  nextAddress += 1;
  address = `203.0.113.${nextAddress}`;
  // A measurement must lie within one minute.
  const restMs = 60_000 - (Date.now() % 60_000);
  if (restMs < 5000) await new Promise((resolve) => setTimeout(resolve, restMs + 50));
});

const from = () => ({ 'x-forwarded-for': address });
const ask = async (credential: { key?: string; cookie?: string } = {}) =>
  (await api.call('GET', '/v1/auth/me', { ...credential, headers: from() })).status;
const logIn = async (email: string, cookie?: string) =>
  api.call('POST', '/v1/auth/login', { cookie, headers: from(), body: { email, password: PASSWORD } });

/** An unknown client uses up the limit of the address without a credential, and continues. */
async function flood(): Promise<void> {
  const statuses = [];
  for (let sent = 0; sent < LIMIT + 5; sent += 1) statuses.push(await ask());
  expect(statuses.at(-1)).toBe(429);
}

describe('an address beyond the limit of requests without a valid credential', () => {
  it('still admits the keys and sessions that it has used', async () => {
    const { email } = await makeUser();
    const key = await api.userKey(email);
    const cookie = await api.login(email);
    expect([await ask({ key }), await ask({ cookie })]).toEqual([200, 200]);

    await flood();

    expect([await ask({ key }), await ask({ cookie })]).toEqual([200, 200]);
  });

  it('still admits keys and sessions that it has not used', async () => {
    const { email } = await makeUser();
    const [key, cookie] = [await api.userKey(email), await api.login(email)];

    await flood();

    expect([await ask({ key }), await ask({ cookie })]).toEqual([200, 200]);
  });

  it('refuses unknown keys, and looks only some of them up', async () => {
    await flood();
    let lookups = 0;
    mongoose.set('debug', (collection: string) => {
      if (collection === 'api_keys') lookups += 1;
    });
    const begin = performance.now();

    const statuses = await Promise.all(Array.from({ length: 200 }, () => ask({ key: generateKey('user') })));

    mongoose.set('debug', false);
    const seconds = 1 + Math.ceil((performance.now() - begin) / 1000);
    expect(new Set(statuses)).toEqual(new Set([429]));
    expect(lookups).toBeLessThanOrEqual(10 * seconds);
  });

  it('does not look up a key again that it has found to be unknown', async () => {
    const wrong = generateKey('user');
    await ask({ key: wrong });
    await flood();
    for (let sent = 0; sent < 50; sent += 1) await ask({ key: wrong });
    const { email } = await makeUser();

    expect(await ask({ key: await api.userKey(email) })).toBe(200);
  });

  it('refuses a key from its revocation on', async () => {
    const { email } = await makeUser();
    const key = await api.userKey(email);
    await ask({ key });
    await flood();
    const { body } = await api.call('GET', '/v1/api-keys', { key, headers: from() });
    await api.call('DELETE', `/v1/api-keys/${firstOf(body.items).id}`, { key, headers: from() });

    expect([await ask({ key }), await ask({ key })]).toEqual([429, 429]);
  });

  it('lets a device sign in that has before, and refuses others', async () => {
    const { email } = await makeUser();
    const device = cookiesOf((await logIn(email)).headers).replace(/assay_session=[^;]*;? ?/, '');
    await flood();

    expect([(await logIn(email, device)).status, (await logIn(email)).status]).toEqual([200, 429]);
  });

  it('is the same address when a proxy adds ports to it', async () => {
    const statuses = [];
    for (let port = 1; port <= LIMIT + 5; port += 1) {
      const headers = { 'x-forwarded-for': `${address}:${50_000 + port}` };
      statuses.push((await api.call('GET', '/v1/auth/me', { headers })).status);
    }

    expect([statuses[0], statuses.at(-1), await ask()]).toEqual([401, 429, 429]);
  });

  it('bounds the sign-ins of a device', async () => {
    const { email } = await makeUser();
    const device = cookiesOf((await logIn(email)).headers).replace(/assay_session=[^;]*;? ?/, '');
    await flood();

    const logOut = () => api.call('POST', '/v1/auth/logout', { cookie: device, headers: from() });
    const statuses = [];
    for (let sent = 0; sent <= LIMIT; sent += 1) statuses.push((await logOut()).status);

    expect(statuses).toEqual([...Array(LIMIT).fill(204), 429]);
  });

  it('refuses a session cookie with an altered signature before it is read', async () => {
    const { email } = await makeUser();
    const cookie = await api.login(email);
    await flood();

    expect(await ask({ cookie: `${cookie.slice(0, -3)}abc` })).toBe(429);
  });
});
