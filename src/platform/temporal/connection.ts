import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  type GrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { AppError } from '../errors/app-error';
import { temporalUnavailable } from '../errors/error-templates';

export interface TemporalSettings {
  address: string;
  namespace: string;
  taskQueue: string;
  /** Sent over TLS; null: a server without authentication. */
  apiKey: string | null;
}

const CALL_TIMEOUT_MS = 5000;
/** By default, tries to connect are two minutes apart after an outage of some minutes. */
const MAX_RECONNECT_DELAY_MS = 5000;
const BUSY_ATTEMPTS = 5;
const BUSY_DELAY_MS = 50; // doubled with each try: 1.5 s in total
/** Of a call to which a slow machine responds late, so that the last try still ends before the caller's time is up. */
const BUSY_RETRIES_MS = 2500;
/** The gRPC status of an overloaded server, or of an eleventh concurrent update of one workflow. */
const RESOURCE_EXHAUSTED = 8;

/**
 * A client that connects at its first call, so that the api starts without Temporal and can report what is
 * wrong.
 */
export function connectTemporal({ address, namespace, apiKey }: TemporalSettings): Client {
  const connection = Connection.lazy({
    address,
    connectTimeout: CALL_TIMEOUT_MS,
    channelArgs: { 'grpc.max_reconnect_backoff_ms': MAX_RECONNECT_DELAY_MS },
    interceptors: [
      (options, nextCall) => makeGrpcRetryInterceptor(busyRetryOptions(Date.now()))(options, nextCall),
    ],
    ...(apiKey === null ? {} : { apiKey, tls: true }),
  });
  return new Client({ connection, namespace });
}

/** The defaults, but a busy server is retried sooner, and not for so long that the caller times out first. */
function busyRetryOptions(startedAt: number): GrpcRetryOptions {
  const mayRetryBusy = (attempt: number): boolean =>
    attempt < BUSY_ATTEMPTS && Date.now() - startedAt < BUSY_RETRIES_MS;
  const { delayFunction, retryableDecider } = defaultGrpcRetryOptions();
  return {
    delayFunction: (attempt, status) =>
      status.code === RESOURCE_EXHAUSTED
        ? BUSY_DELAY_MS * 2 ** attempt * (0.5 + Math.random())
        : delayFunction(attempt, status),
    retryableDecider: (attempt, status) =>
      retryableDecider(attempt, status) && (status.code !== RESOURCE_EXHAUSTED || mayRetryBusy(attempt)),
  };
}

// gRPC statuses of a server that is unavailable: https://grpc.io/docs/guides/status-codes/
const outageCodes = [1, 4, 14];

/**
 * Makes one call with a deadline.
 * @throws AppError temporal_unavailable when the server is unreachable or not ready, temporal_busy when it is
 * overloaded; other errors unchanged
 */
export async function callTemporal<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  try {
    return await client.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
  } catch (error) {
    if (hasStatus(error, [RESOURCE_EXHAUSTED])) {
      const retryAfterMs = 1000;
      throw new AppError('temporal_busy', 'Temporal is overloaded; retry later', {
        cause: error,
        retryAfterMs,
      });
    }
    if (isOutage(error)) {
      throw temporalUnavailable('no response', {
        cause: error,
        retryAfterMs: 5000,
      });
    }
    throw error;
  }
}

/** @throws AppError temporal_unavailable unless the namespace is available */
export async function pingTemporal(client: Client): Promise<void> {
  await callTemporal(client, () =>
    client.workflowService.describeNamespace({ namespace: client.options.namespace }),
  );
}

/** An error of a start without Temporal as a sentence that names the setting; other errors are returned unchanged. */
export function toTemporalFailure(error: unknown, { address }: TemporalSettings): unknown {
  const isFailure = isOutage(error) || (error instanceof Error && /^tonic::transport/.test(error.message));
  if (!isFailure) return error;
  return new Error(`TEMPORAL_ADDRESS: no response from Temporal at ${address}`, { cause: error });
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

/** The error and its chain of causes. */
function causesOf(error: unknown): { code?: unknown; name: string }[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
