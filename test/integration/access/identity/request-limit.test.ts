import mongoose from 'mongoose';
import { useDatabase } from '../../../support/database';
import { IdentityApi, makeUser } from './identity-api';

useDatabase();

const LIMIT = 5;
let apis: IdentityApi[];
beforeAll(async () => {
  apis = [
    await IdentityApi.start({ requestsPerMinute: LIMIT }),
    await IdentityApi.start({ requestsPerMinute: LIMIT }),
  ];
});
afterAll(() => Promise.all(apis.map((api) => api.close())));

/** Asks the processes in turn. */
async function ask(count: number, key: string) {
  const responses = [];
  for (let index = 0; index < count; index += 1) {
    const response = await apis[index % apis.length]?.call('GET', '/v1/auth/me', { key });
    if (response !== undefined) responses.push(response);
  }
  return responses;
}

describe('the limit of requests', () => {
  it('holds for a credential across processes, and is reported in headers', async () => {
    const user = await makeUser();
    const key = (await apis[0]?.userKey(user.email)) ?? '';

    const responses = await ask(LIMIT + 1, key);

    expect(responses.map(({ status }) => status)).toEqual([...Array(LIMIT).fill(200), 429]);
    expect(responses.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
    ]);
    const refused = responses.at(-1);
    expect(refused?.headers.get('ratelimit-limit')).toBe(String(LIMIT));
    expect(refused?.body.detail[0].type).toBe('rate_limited');
    const seconds = Number(refused?.headers.get('ratelimit-reset'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(Math.abs(Number(refused?.headers.get('retry-after')) - seconds)).toBeLessThanOrEqual(1);
  });

  it('counts parallel first requests together', async () => {
    const key = (await apis[0]?.userKey((await makeUser()).email)) ?? '';

    const responses = await Promise.all(
      Array.from({ length: 2 * LIMIT }, (_, index) => apis[index % 2]?.call('GET', '/v1/auth/me', { key })),
    );

    expect(responses.filter((response) => response?.status === 200)).toHaveLength(LIMIT);
  });

  it('is of each credential alone', async () => {
    const user = await makeUser();
    const key = (await apis[0]?.userKey(user.email)) ?? '';
    const other = (await apis[0]?.userKey(user.email)) ?? '';
    await ask(LIMIT + 1, key);

    expect((await ask(1, other))[0]?.status).toBe(200);
  });

  it('starts again when the window has ended, though MongoDB has not yet removed the old one', async () => {
    const key = (await apis[0]?.userKey((await makeUser()).email)) ?? '';
    await ask(LIMIT + 1, key);
    await mongoose.connection
      .collection('rate_limits')
      .updateMany({}, { $set: { expire: new Date(Date.now() - 1) } });

    expect((await ask(1, key))[0]?.headers.get('ratelimit-remaining')).toBe('4');
  });
});
