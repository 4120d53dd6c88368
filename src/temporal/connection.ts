import { Client, Connection } from '@temporalio/client';
import { AppError } from '../errors/app-error';

export interface TemporalSettings {
  address: string;
  namespace: string;
  taskQueue: string;
  /** Sent over TLS; null: a server without authentication. */
  apiKey: string | null;
}

const CALL_TIMEOUT_MS = 5000;

/** A client that connects at its first call, so that the api starts, and tells what is wrong, without Temporal. */
export function connectTemporal({ address, namespace, apiKey }: TemporalSettings): Client {
  const connection = Connection.lazy({
    address,
    connectTimeout: CALL_TIMEOUT_MS,
    ...(apiKey === null ? {} : { apiKey, tls: true }),
  });
  return new Client({ connection, namespace });
}

// gRPC statuses that say "not now" rather than "no": https://grpc.io/docs/guides/status-codes/
const outageCodes = new Set([1, 4, 8, 14]);

/**
 * Makes one call with a deadline.
 * @throws AppError temporal_unavailable when the server cannot be reached or is not ready; other errors as they are.
 */
export async function callTemporal<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  try {
    return await client.connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, call);
  } catch (error) {
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
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, name } = cause as { code?: unknown; name: string };
    if (typeof code === 'number' && outageCodes.has(code)) return true;
    if (code === 'ECONNREFUSED' || name === 'IllegalStateError') return true;
  }
  return error instanceof Error && /Failed to connect before the deadline/.test(error.message);
}
