import { TestApi } from '../support/api';
import { freshDatabaseUri } from '../support/database';
import { login } from '../support/people';

const FIRST = 'the first secret key of this test, long enough';
const SECOND = 'the second secret key of this test, long enough';

const database = freshDatabaseUri();
const api = new TestApi();

afterEach(() => api.stop());

/** A session, a cursor and an idempotent response issued with the current secret. */
async function issue() {
  for (const name of ['A', 'B']) await api.post('/v1/workspaces', { name });
  const page = await api.get('/v1/workspaces?limit=1', { workspaceId: null });
  const create = { name: 'Once' };
  const headers = { 'idempotency-key': 'rotation' };
  const created = await api.post('/v1/workspaces', create, { headers });
  return {
    cookie: await login(api),
    cursor: page.body.next_page_cursor,
    created: created.body,
    create,
    headers,
  };
}

it('keeps sessions, cursors and idempotent responses valid while the previous secret is configured', async () => {
  await api.start({ MONGODB_URI: database, SECRET_KEY: FIRST });
  const { cookie, cursor, created, create, headers } = await issue();
  await api.stop({ keepsDatabase: true });

  await api.start({ MONGODB_URI: database, SECRET_KEY: SECOND, SECRET_KEY_PREVIOUS: FIRST });
  const session = { key: null, workspaceId: null, headers: { cookie } };
  expect((await api.get('/v1/auth/me', session)).status).toBe(200);
  expect((await api.get(`/v1/workspaces?limit=1&cursor=${cursor}`, { workspaceId: null })).status).toBe(200);
  expect((await api.post('/v1/workspaces', create, { headers })).body).toEqual(created);
  await api.stop({ keepsDatabase: true });

  await api.start({ MONGODB_URI: database, SECRET_KEY: SECOND });
  expect((await api.get('/v1/auth/me', session)).status).toBe(401);
  expect((await api.get(`/v1/workspaces?limit=1&cursor=${cursor}`, { workspaceId: null })).status).toBe(422);
  expect((await api.post('/v1/workspaces', create, { headers })).status).toBe(409);
});
