import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { isOutOfDiskSpace } from './disk-space';

const { mongo } = mongoose;

const RETRY_EVERY_MS = 250;

/**
 * Whether an operation failed because no primary was reachable or could write, not because the operation was invalid.
 */
export function isMongoOutage(error: unknown): boolean {
  return (
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongoose.Error.MongooseServerSelectionError ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    isOutOfDiskSpace(error) ||
    // A bulk write wraps the error that ended it.
    (error instanceof mongo.MongoBulkWriteError && isMongoOutage(error.errorResponse)) ||
    // A server that starts or stops responds with an error that the specification of retryable writes labels.
    (error instanceof mongo.MongoError && error.hasErrorLabel('RetryableWriteError'))
  );
}

/**
 * Retries a keyed write through an outage, for results that cost more than a wait: a paid reply must not be
 * lost because the database restarts. The driver itself retries only once.
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
