import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';

const { mongo } = mongoose;

const RETRY_EVERY_MS = 250;

/** Whether an operation failed because no primary could be reached, rather than because it was wrong. */
export function isMongoOutage(error: unknown): boolean {
  return (
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongoose.Error.MongooseServerSelectionError ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    // A bulk write wraps whatever ended it.
    (error instanceof mongo.MongoBulkWriteError && isMongoOutage(error.errorResponse)) ||
    // A server that starts or stops answers, but with an error that the specification of retryable writes labels.
    (error instanceof mongo.MongoError && error.hasErrorLabel('RetryableWriteError'))
  );
}

/**
 * Repeats a keyed write through an outage, for results that are dearer than a wait: a reply that was paid for
 * must not be lost because the database restarts just then. The driver itself retries only once.
 * @throws the last error when the outage outlasts `timeoutMs`, and the reason of an aborted signal
 */
export async function retryThroughOutage<Result>(
  write: () => Promise<Result>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Result> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isMongoOutage(error) || Date.now() > end) throw error;
      signal.throwIfAborted();
      await sleep(RETRY_EVERY_MS);
    }
  }
}
