import { randomUUID } from 'node:crypto';
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

it('counts a worker until 2.5 seconds after its last report', async () => {
  await leaveReport('killed', 2600);
  await leaveReport('killed', 0);

  expect(await countLiveWorkers('killed')).toBe(1);
  expect(await countLiveWorkers('another queue')).toBe(0);
  expect(await eventually(async () => (await countLiveWorkers('killed')) === 0, 3500)).toBe(true);
});

it('counts a worker that runs for four seconds, until its stop', async () => {
  const stopping = new AbortController();
  const startedAt = Date.now();
  const reporting = reportLiveWorker('running', stopping.signal);

  await eventually(async () => (await countLiveWorkers('running')) === 1, 10_000);
  const countedAfterMs = Date.now() - startedAt;
  stopping.abort();
  await reporting;

  expect(countedAfterMs).toBeGreaterThanOrEqual(4000);
  expect(await countLiveWorkers('running')).toBe(0);
  expect(await LiveWorkerModel.countDocuments({ taskQueue: 'running' })).toBe(0);
});
