import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { driverCollection } from '../mongo/driver';
import { type LiveWorker, LiveWorkerModel } from './live-worker.model';

const BEAT_EVERY_MS = 1000;
/**
 * A worker that has not been seen for this long has been killed: after one failed report, the next one is stored within
 * three seconds of the last. Shares, which are cached for a second, hold within five seconds of a kill.
 */
const EXPIRED_AFTER_MS = 3500;
/** Longer than that: a worker that replaces a killed one counts when the killed one no longer does. */
const COUNTED_AFTER_MS = 4000;
/** So that a failed report does not delay the next one, and an outage of MongoDB does not hold up a stop. */
const BEAT_TIMEOUT_MS = 1000;

/**
 * Reports every second that this process polls a task queue, until the signal aborts: from then on it starts no task.
 * Temporal itself lists a killed worker for minutes.
 */
export async function reportLiveWorker(taskQueue: string, signal: AbortSignal): Promise<void> {
  const workers = driverCollection<LiveWorker>(LiveWorkerModel);
  const _id = randomUUID();
  const options = { timeoutMS: BEAT_TIMEOUT_MS };
  const fields = { taskQueue, startedAt: { $ifNull: ['$startedAt', '$$NOW'] }, seenAt: '$$NOW' };
  while (!signal.aborted) {
    // During an outage the worker expires, and nothing else fails.
    const beat = workers.updateOne({ _id }, [{ $set: fields }], { upsert: true, ...options });
    await Promise.allSettled([beat, sleep(BEAT_EVERY_MS, undefined, { signal })]);
  }
  await workers.deleteOne({ _id }, options).catch(() => undefined);
}

/** The number of workers of a task queue that have been alive for four seconds. */
export async function countLiveWorkers(taskQueue: string): Promise<number> {
  const since = (ms: number) => ({ $subtract: ['$$NOW', ms] });
  return driverCollection<LiveWorker>(LiveWorkerModel).countDocuments({
    taskQueue,
    $expr: {
      $and: [{ $gt: ['$seenAt', since(EXPIRED_AFTER_MS)] }, { $lt: ['$startedAt', since(COUNTED_AFTER_MS)] }],
    },
  });
}
