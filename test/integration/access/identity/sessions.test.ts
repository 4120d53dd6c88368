import { MongoStore } from 'connect-mongo';
import mongoose from 'mongoose';
import { createUser } from '../../../../src/access/users/create-user';
import { useDatabase } from '../../../support/database';
import { cookieOf, cookiesOf, IdentityApi, makeUser, PASSWORD } from './identity-api';

useDatabase();

let api: IdentityApi;
beforeAll(async () => {
  api = await IdentityApi.start();
});
afterAll(() => api.close());

describe('POST /v1/auth/login', () => {
  it('sets a Secure cookie behind a proxy that ends TLS', async () => {
    const user = await makeUser();

    const response = await api.call('POST', '/v1/auth/login', {
      body: { email: user.email, password: PASSWORD },
      headers: { 'x-forwarded-proto': 'https' },
    });

    expect(response.headers.getSetCookie()[0]).toContain('; Secure');
  });

  it('replaces the session id, so that a planted one is worth nothing', async () => {
    const user = await makeUser();
    const planted = await api.login(user.email);

    const response = await api.call('POST', '/v1/auth/login', {
      cookie: planted,
      body: { email: user.email, password: PASSWORD },
    });

    expect(cookieOf(response.headers)).not.toBe(planted);
    expect((await api.call('GET', '/v1/auth/me', { cookie: planted })).body.detail[0].type).toBe(
      'session_expired',
    );
    expect((await api.call('GET', '/v1/auth/me', { cookie: cookieOf(response.headers) })).status).toBe(200);
  });

  it('takes two spellings of the same accented password as one', async () => {
    await createUser({ email: 'accent@example.com', password: 'caf\u00e9 au lait, twice' });

    await expect(api.login('accent@example.com', 'cafe\u0301 au lait, twice')).resolves.toMatch(
      /^assay_session=/,
    );
  });

  it('stores the password as argon2id only', async () => {
    const user = await createUser({ email: 'new@example.com', password: PASSWORD });

    const stored = await mongoose.connection.collection<{ _id: string }>('users').findOne({ _id: user.id });

    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
    expect(stored).toMatchObject({ passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,/) });
  });
});

describe('login throttle', () => {
  const attempt = (email: string, password: string, address: string, cookie?: string) =>
    api.call('POST', '/v1/auth/login', {
      body: { email, password },
      headers: { 'x-forwarded-for': address },
      cookie,
    });
  const fail = async (email: string, count: number, address: string, cookie?: string) => {
    const attempts = Array.from({ length: count }, () => attempt(email, 'wrong password', address, cookie));
    return (await Promise.all(attempts)).map(({ status }) => status).sort();
  };
  /** The cookies of a browser after a login: session and device. */
  const logIn = async (email: string, address: string) => {
    const [session = '', device = ''] = cookiesOf((await attempt(email, PASSWORD, address)).headers).split(
      '; ',
    );
    return { session, device };
  };

  it('responds 429 after five failures from one address, even to the right password', async () => {
    const user = await makeUser();

    expect(await fail(user.email, 7, '10.0.0.1')).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const right = await attempt(user.email, PASSWORD, '10.0.0.1');
    expect(right.status).toBe(429);
    expect(right.body.detail[0].type).toBe('rate_limited');
    const seconds = Number(right.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it('lets the owner in from elsewhere while a stranger guesses', async () => {
    const user = await makeUser();
    await fail(user.email, 7, '10.0.1.1');

    expect((await attempt(user.email, PASSWORD, '10.0.1.2')).status).toBe(200);
  });

  it('counts the addresses of one IPv6 network together, and IPv4 in IPv6 as IPv4', async () => {
    const user = await makeUser();
    await fail(user.email, 5, '2001:db8:1:2::1');
    await fail(user.email, 5, '::ffff:10.0.2.1');

    expect((await attempt(user.email, PASSWORD, '2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429);
    expect((await attempt(user.email, PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
    expect((await attempt(user.email, PASSWORD, '10.0.2.1')).status).toBe(429);
  });

  it('bounds guesses that come from many addresses, and lets known clients in meanwhile', async () => {
    const user = await makeUser();
    const { session, device } = await logIn(user.email, '10.3.0.1');
    const guesses: number[] = [];
    for (let network = 0; network < 21; network += 1) {
      guesses.push(...(await fail(user.email, 5, `10.3.1.${network}`)));
    }

    expect(guesses.filter((status) => status === 401)).toHaveLength(100);
    expect((await attempt(user.email, PASSWORD, '10.3.2.1')).status).toBe(429);
    expect((await attempt(user.email, PASSWORD, '10.3.2.1', device)).status).toBe(200);
    expect((await attempt(user.email, PASSWORD, '10.3.2.1', session)).status).toBe(200);
  });

  it('lets a known client in from an address whose strangers have used up its attempts', async () => {
    const user = await makeUser();
    const { device } = await logIn(user.email, '10.4.0.1');
    const guesses = Array.from({ length: 31 }, (_, index) =>
      attempt(`guess-${index}@example.com`, 'wrong password', '10.4.0.1'),
    );
    await Promise.all(guesses);

    expect((await attempt(user.email, PASSWORD, '10.4.0.1')).status).toBe(429);
    expect((await attempt(user.email, PASSWORD, '10.4.0.1', device)).status).toBe(200);
  });

  it('counts a known client as a stranger to every other account', async () => {
    const [own, other] = [await makeUser(), await makeUser()];
    const { device } = await logIn(own.email, '10.5.0.1');

    expect(await fail(other.email, 6, '10.5.0.1', device)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await attempt(own.email, PASSWORD, '10.5.0.1', device)).status).toBe(200);
  });

  it('bounds the guesses of a known client, too', async () => {
    const user = await makeUser();
    const { device } = await logIn(user.email, '10.6.0.1');

    expect((await fail(user.email, 11, '10.6.0.1', device)).filter((status) => status === 401)).toHaveLength(
      10,
    );
    expect((await attempt(user.email, PASSWORD, '10.6.0.2', device)).status).toBe(429);
    expect((await attempt(user.email, PASSWORD, '10.6.0.2')).status).toBe(200);
  });

  it('ignores an altered device cookie', async () => {
    const user = await makeUser();
    const { device } = await logIn(user.email, '10.7.0.1');
    await fail(user.email, 5, '10.7.0.1');

    const altered = device.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'));
    expect((await attempt(user.email, PASSWORD, '10.7.0.1', altered)).status).toBe(429);
  });

  it('forgets the failures of an account and address when the right password comes', async () => {
    const user = await makeUser();
    for (let round = 0; round < 2; round += 1) {
      await fail(user.email, 4, '10.1.0.1');
      expect((await attempt(user.email, PASSWORD, '10.1.0.1')).status).toBe(200);
    }
  });

  it('responds 429 after thirty failures from one address, and does not count successes', async () => {
    const user = await makeUser();
    for (let success = 0; success < 3; success += 1) {
      expect((await attempt(user.email, PASSWORD, '10.2.0.1')).status).toBe(200);
    }
    const guesses = Array.from({ length: 30 }, (_, index) =>
      attempt(`guess-${index}@example.com`, 'wrong password', '10.2.0.1'),
    );
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));

    expect((await attempt(user.email, PASSWORD, '10.2.0.1')).status).toBe(429);
    expect((await attempt(user.email, PASSWORD, '10.2.0.2')).status).toBe(200);
  });
});

describe('other spellings of a path', () => {
  const credentials = async () => ({ email: (await makeUser()).email, password: PASSWORD });

  it.each(['/V1/AUTH/LOGIN', '/v1/Auth/login/', '/v1/auth/login/'])(
    'log in as well, with a credential or without: %s',
    async (path) => {
      const body = await credentials();
      const key = await api.userKey(body.email);

      for (const options of [{ body }, { body, key }, { body, key: 'no key at all' }]) {
        const response = await api.call('POST', path, options);
        expect(response.status).toBe(200);
        expect((await api.call('GET', '/v1/auth/me', { cookie: cookieOf(response.headers) })).status).toBe(
          200,
        );
      }
    },
  );

  it('read sessions and end them', async () => {
    const { email } = await credentials();
    const cookie = await api.login(email);

    expect((await api.call('GET', '/V1/Auth/ME/', { cookie })).status).toBe(200);
    expect((await api.call('POST', '/V1/AUTH/LOGOUT', { cookie, key: 'no key at all' })).status).toBe(204);
    expect((await api.call('GET', '/v1/auth/me', { cookie })).status).toBe(401);
  });
});

describe('POST /v1/auth/logout', () => {
  it('responds 204 without a session', async () => {
    expect((await api.call('POST', '/v1/auth/logout')).status).toBe(204);
  });
});

describe('stored sessions', () => {
  it('are not written by requests without a login', async () => {
    const sessions = mongoose.connection.collection('sessions');
    const before = await sessions.countDocuments();

    await api.call('GET', '/v1/auth/me');
    await api.call('GET', '/v1/auth/me', { cookie: 'assay_session=s%3Aforged.signature' });

    expect(await sessions.countDocuments()).toBe(before);
  });

  it('end at the same time whether used or not', async () => {
    const user = await makeUser();
    const cookie = await api.login(user.email);
    const sessions = mongoose.connection.collection<{ _id: string }>('sessions');
    const id =
      decodeURIComponent(cookie.split('=')[1] ?? '')
        .slice(2)
        .split('.')[0] ?? '';
    const before = await sessions.findOne({ _id: id });

    await api.call('GET', '/v1/auth/me', { cookie });

    expect(before).not.toBeNull();
    expect(await sessions.findOne({ _id: id })).toEqual(before);
  });

  it('are written once by a login: a later write would store again what was ended meanwhile', async () => {
    const user = await makeUser();
    const write = jest.spyOn(MongoStore.prototype, 'set');
    await api.login(user.email);
    await api.call('GET', '/v1/auth/me');

    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  it('are removed by MongoDB when they have ended', async () => {
    const indexes = await mongoose.connection.collection('sessions').indexes();

    expect(indexes).toContainEqual(expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }));
  });
});
