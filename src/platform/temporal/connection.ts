import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  type GrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { AppError } from '../errors/app-error';

export interface TemporalSettings {
  address: string;
  namespace: string;
  taskQueue: string;
  /** Sent over TLS; null: a server without authentication. */
  apiKey: string | null;
}

const CALL_TIMEOUT_MS = 5000;
/** By default two minutes pass between attempts to connect once a server was away for some minutes. */
const MAX_RECONNECT_DELAY_MS = 5000;
const BUSY_ATTEMPTS = 5;
const BUSY_DELAY_MS = 50; // doubled with each attempt: 1.5 s in all
/** The gRPC status of a server that takes no more for now, such as an eleventh update at once for one workflow. */
const RESOURCE_EXHAUSTED = 8;

/** A client that connects at its first call, so that the api starts, and tells what is wrong, without Temporal. */
export function connectTemporal({ address, namespace, apiKey }: TemporalSettings): Client {
  const connection = Connection.lazy({
    address,
    connectTimeout: CALL_TIMEOUT_MS,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_DELAY_MS },
    interceptors: [makeGrpcRetryInterceptor(busyRetryOptions())],
    ...(apiKey === null ? {} : { apiKey, tls: true }),
  });
  return new Client({ connection, namespace });
}

/** As by default, but a server that is busy is asked again soon, and not for so long that a caller gives up first. */
function busyRetryOptions(): GrpcRetryOptions {
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions();
  return {
    delayFunction: (attempt, status) =>
      status.code === RESOURCE_EXHAUSTED
        ? BUSY_DELAY_MS * 2 ** attempt * (0.5 + Math.random())
        : delayFunction(attempt, status),
    retryableDecider: (attempt, status) =>
      retryableDecider(attempt, status) && (status.code !== RESOURCE_EXHAUSTED || attempt < BUSY_ATTEMPTS),
  };
}

// gRPC statuses that say "not now" rather than "no": https://grpc.io/docs/guides/status-codes/
const outageCodes = [1, 4, 14];

/**
 * Makes one call with a deadline.
 * @throws AppError temporal_unavailable when the server cannot be reached or is not ready, temporal_busy when it takes
 * no more for now; other errors as they are.
 */
export async function callTemporal<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  try {
    return await client.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
  } catch (error) {
    if (hasStatus(error, [RESOURCE_EXHAUSTED])) {
      const retryAfterMs = 1000;
      throw new AppError('temporal_busy', 'Temporal takes no more at the moment', {
        cause: error,
        retryAfterMs,
      });
    }
    if (isOutage(error)) {
      throw new AppError('temporal_unavailable', 'Temporal cannot be reached', {
        cause: error,
        retryAfterMs: 5000,
      });
    }
    throw error;
  }
}

/** @throws AppError temporal_unavailable unless the namespace answers. */
export async function pingTemporal(client: Client): Promise<void> {
  await callTemporal(client, () =>
    client.workflowService.describeNamespace({ namespace: client.options.namespace }),
  );
}

function isOutage(error: unknown): boolean {
  if (hasStatus(error, outageCodes)) return true;
  for (const { code, name } of causesOf(error)) {
    if (code === 'ECONNREFUSED' || name === 'IllegalStateError') return true;
  }
  return error instanceof Error && /Failed to connect before the deadline/.test(error.message);
}

function hasStatus(error: unknown, statuses: readonly number[]): boolean {
  return causesOf(error).some(({ code }) => typeof code === 'number' && statuses.includes(code));
}

/** The error, what has caused it, and so on. */
function causesOf(error: unknown): { code?: unknown; name: string }[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
