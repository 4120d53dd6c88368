import { once } from 'node:events';
import mongoose from 'mongoose';
import {
  connectMongo,
  createIndexes,
  disconnectMongo,
  pingMongo,
} from '../../../../src/platform/mongo/connection';
import { freshDatabaseUri } from '../../../support/database';
import { eventually } from '../../../support/eventually';
import { Wire } from '../../../support/wire';
import { IdentityApi, makeUser, PASSWORD } from './identity-api';

let wire: Wire;
let api: IdentityApi;
let cookie: string;
let key: string;
let email: string;
beforeAll(async () => {
  const uri = new URL(freshDatabaseUri());
  wire = await Wire.to(new URL(uri));
  uri.host = wire.host;
  uri.search = '?directConnection=true';
  // As the api has it.
  await connectMongo(uri.toString(), { appName: 'assay-test', serverSelectionTimeoutMs: 3000 });
  await createIndexes();
  api = await IdentityApi.start();
  email = (await makeUser()).email;
  cookie = await api.login(email);
  key = await api.userKey(email);
});

/** Returns when the driver has noticed, so that no command is in transit while the wire breaks. */
async function cutWire(): Promise<void> {
  const noticed = once(mongoose.connection.getClient(), 'serverHeartbeatFailed');
  wire.cut();
  await noticed;
}

/** Returns when the driver has reconnected. */
async function restoreWire(): Promise<void> {
  wire.restore();
  await eventually(() =>
    pingMongo().then(
      () => true,
      () => null,
    ),
  );
}
afterEach(restoreWire);
afterAll(async () => {
  await api.close();
  await mongoose.connection.dropDatabase();
  await disconnectMongo();
  wire.close();
});

describe('with MongoDB out of reach', () => {
  it.each([
    ['a session', () => ({ cookie })],
    ['a key', () => ({ key })],
  ])('%s gets a 503, and works again afterwards', async (_name, credential) => {
    await cutWire();

    const response = await api.call('GET', '/v1/auth/me', credential());

    expect(response.status).toBe(503);
    expect(response.body.detail[0].type).toBe('database_unavailable');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    await restoreWire();
    expect((await api.call('GET', '/v1/auth/me', credential())).status).toBe(200);
  });

  it('logins stay throttled', async () => {
    await cutWire();

    const response = await api.call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } });

    expect([response.status, response.body.detail[0].type]).toEqual([503, 'database_unavailable']);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('a logout is not pretended', async () => {
    await cutWire();

    const response = await api.call('POST', '/v1/auth/logout', { cookie });

    expect(response.status).toBe(503);
    await restoreWire();
    expect((await api.call('GET', '/v1/auth/me', { cookie })).status).toBe(200);
  });

  it('a request without a credential needs no database', async () => {
    await cutWire();

    expect((await api.call('GET', '/v1/auth/me')).status).toBe(401);
  });
});
