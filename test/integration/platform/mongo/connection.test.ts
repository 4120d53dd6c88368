import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { connectMongo, disconnectMongo } from '../../../../src/platform/mongo/connection';
import { retryThroughOutage } from '../../../../src/platform/mongo/outage';
import { freshDatabaseUri } from '../../../support/database';
import { SeverableLink } from '../../../support/severable-link';

// More than a socket of this machine accepts at once, even after its buffers have grown.
const LARGE = 'x'.repeat(12_000_000);
const SOCKET_TIMEOUT_MS = 1000;

let link: SeverableLink;

beforeAll(async () => {
  const uri = new URL(freshDatabaseUri());
  link = await SeverableLink.to(uri.host);
  uri.host = link.address;
  // With the address of the set's member, the driver would bypass the link.
  uri.search = '?directConnection=true';
  await connectMongo(uri.toString(), {
    appName: 'assay-test',
    serverSelectionTimeoutMs: 20_000,
    socketTimeoutMs: SOCKET_TIMEOUT_MS,
  });
});

afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectMongo();
  link.close();
});

describe('a write of which the connection takes only a part', () => {
  it.each([
    ['hangs', async () => undefined],
    [
      'is closed without an error',
      async () => {
        await sleep(SOCKET_TIMEOUT_MS / 4); // the write is on its way by then
        link.hangUp();
      },
    ],
  ])('is done on another when that one %s', async (fault, strike) => {
    const documents = mongoose.connection.collection<{ _id: string; text: string }>('documents');
    await documents.findOne({}); // a connection is there
    link.stall();

    const write = () => documents.replaceOne({ _id: fault }, { text: LARGE }, { upsert: true });
    const { signal } = new AbortController();
    await Promise.all([retryThroughOutage(write, { signal, timeoutMs: 10_000 }), strike()]);

    expect(await documents.countDocuments({ _id: fault })).toBe(1);
  });
});
