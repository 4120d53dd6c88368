import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { toErrorResponse } from '../../../../src/platform/http/error-body';
import { readFreeBytes, recordMongoDisk } from '../../../../src/platform/mongo/disk-space';
import { driverDatabase } from '../../../../src/platform/mongo/driver';
import { useDatabase } from '../../../support/database';
import { testDataRoot } from '../../../support/test-run';

useDatabase();

afterEach(() => recordMongoDisk(null));

const outage = new mongoose.mongo.MongoNetworkError('connection closed');
const messageOf = (error: unknown) => {
  const { status, body } = toErrorResponse(error);
  return [status, body.detail[0]?.type, body.detail[0]?.msg];
};

it('reads the free space of the disk of MongoDB from the server', async () => {
  const { bavail, bsize } = await statfs(testDataRoot());
  const { fsTotalSize } = await driverDatabase().command({ dbStats: 1 });

  const bytes = await readFreeBytes(join(tmpdir(), 'not-the-data'));

  // Sandboxes hide the size of a disk from mongod; it is unknown then, not full.
  const ratio = bytes && bytes / (bavail * bsize);
  expect([ratio, ratio && ratio > 0.5, ratio && ratio < 2]).toEqual(
    fsTotalSize > 0 ? [expect.any(Number), true, true] : [null, null, null],
  );
});

it.each([-1, 0])('takes a disk of which the server reports the size %p for unknown', async (fsTotalSize) => {
  const command = jest.spyOn(driverDatabase(), 'command');
  command.mockResolvedValue({ fsTotalSize, fsUsedSize: fsTotalSize });

  expect(await readFreeBytes(join(tmpdir(), 'not-the-data'))).toBeNull();

  command.mockRestore();
});

it('is named in responses once the disk is full, and no longer afterwards', () => {
  expect(messageOf(outage)).toEqual([503, 'database_unavailable', 'MongoDB cannot be reached']);
  recordMongoDisk(12 * 1024 ** 2);
  expect(messageOf(outage)).toEqual([
    503,
    'database_unavailable',
    'MongoDB cannot be reached; its disk is full',
  ]);
  recordMongoDisk(12 * 1024 ** 3);
  expect(messageOf(outage)).toEqual([503, 'database_unavailable', 'MongoDB cannot be reached']);
});

it('takes a refusal of the server for lack of space for an outage', () => {
  const refused = new mongoose.mongo.MongoServerError({
    code: 14031,
    errmsg: 'available disk space of 0 bytes',
  });

  expect(messageOf(refused)).toEqual([
    503,
    'database_unavailable',
    'MongoDB cannot be reached; its disk is full',
  ]);
  const ofBulk = new mongoose.mongo.MongoBulkWriteError(refused, {} as mongoose.mongo.BulkWriteResult);
  expect(messageOf(ofBulk)).toEqual(messageOf(refused));
});
