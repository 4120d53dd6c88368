import { request } from 'node:http';
import { owner } from '../../support/owner';
import { atScale, expectFigures } from './support/figures';
import { ServiceUnderAttack } from './support/service-under-attack';

let service: ServiceUnderAttack;

beforeAll(async () => {
  service = await ServiceUnderAttack.start();
});

afterAll(() => service.stop());

interface Login {
  email?: string;
  password?: string;
  /** Address of the client; any of 127.0.0.0/8 reaches the service. */
  from: string;
  path?: string;
  headers?: Record<string, string>;
}

/**
 * Logs in, by default as the owner with the right password, and resolves to the status and the cookies that
 * are set.
 */
function logIn({
  email = owner.email,
  password = owner.password,
  from,
  path = '/v1/auth/login',
  headers = {},
}: Login): Promise<{ status: number; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ email, password });
    const sent = request(
      new URL(path, service.url),
      {
        method: 'POST',
        localAddress: from,
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => {
          const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
          resolve({ status: response.statusCode ?? 0, cookies });
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

async function guess(count: number, login: (index: number) => Login): Promise<number> {
  const guesses = Array.from({ length: count }, (_, index) =>
    logIn({ password: 'a wrong one', ...login(index) }),
  );
  return (await Promise.all(guesses)).filter(({ status }) => status === 401).length;
}

it('responds to a login in any spelling of its path alike, with a credential or without', async () => {
  const spellings = ['/v1/auth/login', '/V1/AUTH/LOGIN', '/v1/auth/login/', '/V1/Auth/Login/'];
  const statuses: number[] = [];
  for (const path of spellings) {
    for (const headers of [
      {},
      { authorization: `Bearer ${owner.apiKey}` },
      { authorization: 'Bearer nonsense' },
    ]) {
      statuses.push((await logIn({ path, headers, from: '127.0.5.1' })).status);
    }
  }

  expectFigures('3', [
    {
      name: 'logins in other spellings and with other credentials that did not respond 200, of 12',
      measured: statuses.filter((status) => status !== 200).length,
      max: 0,
    },
  ]);
});

it('lets the owner log in during attacks by others', async () => {
  const before = await logIn({ from: '127.0.1.1' });
  const session = before.cookies.find((cookie) => cookie.startsWith('assay_session=')) ?? '';
  const device = before.cookies.find((cookie) => cookie.startsWith('assay_device=')) ?? '';
  expect(device).not.toBe('');

  // A stranger tries the owner's account.
  await guess(6, () => ({ from: '127.0.2.1' }));
  const afterStranger = await logIn({ from: '127.0.1.1' });

  // Strangers behind the owner's own proxy mistype their own passwords.
  await guess(31, (index) => ({ email: `stranger-${index}@example.test`, from: '127.0.1.1' }));
  const newClientAtProxy = await logIn({ from: '127.0.1.1' });
  const deviceAtProxy = await logIn({ from: '127.0.1.1', headers: { cookie: device } });
  const sessionAtProxy = await logIn({ from: '127.0.1.1', headers: { cookie: session } });

  // A botnet tries the owner's account.
  const addresses = atScale(24, 200);
  let checked = 0;
  for (let address = 0; address < addresses; address += 1) {
    checked += await guess(6, () => ({ from: `127.0.3.${address + 1}` }));
  }
  const newClientUnderAttack = await logIn({ from: '127.0.4.1' });
  const deviceUnderAttack = await logIn({ from: '127.0.4.1', headers: { cookie: device } });

  expect(newClientAtProxy.status).toBe(429);
  expect(newClientUnderAttack.status).toBe(429);
  const ownersLogins = [afterStranger, deviceAtProxy, sessionAtProxy, deviceUnderAttack];
  expectFigures('3', [
    {
      name: "the owner's logins that were let in, of four, while strangers guessed",
      measured: ownersLogins.filter(({ status }) => status === 200).length,
      min: 4,
    },
    {
      name: `guesses of one password that ${addresses} addresses got checked in 15 minutes`,
      measured: checked,
      max: 100,
      min: 1,
    },
  ]);
});
