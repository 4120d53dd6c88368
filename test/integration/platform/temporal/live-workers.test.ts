import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { LiveWorkerModel } from '../../../../src/platform/temporal/live-worker.model';
import { countLiveWorkers, reportLiveWorker } from '../../../../src/platform/temporal/live-workers';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';

useDatabase();

/** A worker that has been killed leaves its last report. */
async function leaveReport(taskQueue: string, agoMs: number): Promise<void> {
  const now = Date.now();
  await LiveWorkerModel.create({
    _id: randomUUID(),
    taskQueue,
    startedAt: new Date(now - 60_000),
    seenAt: new Date(now - agoMs),
  });
}

it('counts a worker until 3.5 seconds after its last report', async () => {
  await leaveReport('killed', 3600);
  await leaveReport('killed', 0);

  expect(await countLiveWorkers('killed')).toBe(1);
  expect(await countLiveWorkers('another queue')).toBe(0);
  expect(await eventually(async () => (await countLiveWorkers('killed')) === 0, 4500)).toBe(true);
});

it('counts a worker that runs for four seconds, until its stop', async () => {
  const stopping = new AbortController();
  const startedAt = Date.now();
  const reporting = reportLiveWorker('running', stopping.signal);

  await eventually(async () => (await countLiveWorkers('running')) === 1);
  const countedAfterMs = Date.now() - startedAt;
  stopping.abort();
  await reporting;

  expect(countedAfterMs).toBeGreaterThanOrEqual(4000);
  expect(await countLiveWorkers('running')).toBe(0);
  expect(await LiveWorkerModel.countDocuments({ taskQueue: 'running' })).toBe(0);
});

it('counts a worker throughout while one of its reports fails', async () => {
  const taskQueue = 'slow database';
  const stopping = new AbortController();
  const reporting = reportLiveWorker(taskQueue, stopping.signal);
  await eventually(async () => (await LiveWorkerModel.countDocuments({ taskQueue })) === 1);
  await LiveWorkerModel.updateOne({ taskQueue }, { startedAt: new Date(Date.now() - 60_000) });
  const reports = jest.spyOn(mongoose.mongo.Collection.prototype, 'updateOne');
  reports.mockImplementationOnce(async (_filter, _update, options) => {
    await sleep(options?.timeoutMS);
    throw new mongoose.mongo.MongoOperationTimeoutError('Timed out');
  });

  const counts = new Set<number>();
  await eventually(async () => {
    counts.add(await countLiveWorkers(taskQueue));
    return reports.mock.calls.length === 3;
  });
  stopping.abort();
  await reporting;
  reports.mockRestore();

  expect([...counts]).toEqual([1]);
});
