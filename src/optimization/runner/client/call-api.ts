import { pause } from '../../../platform/concurrency/abort-signals';
import { withDeadline } from '../../../platform/concurrency/deadline';
import { ApiUnreachableError, toApiError } from './api-errors';
import { retryDelayMs } from './retry-delay';

const DEFAULT_RETRY_PERIOD_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;

export interface ApiConnection {
  /** For example `http://127.0.0.1:3000`; may have a path prefix. */
  address: string;
  apiKey: string;
  /** Required with a user key; a workspace key implies it. */
  workspaceId: string | null;
  /** How long a request is retried after it was first sent; 60 s by default. */
  retryPeriodMs?: number;
}

export interface ApiCall {
  method: 'GET' | 'POST';
  /** Including the query string. */
  path: string;
  body?: unknown;
  /** The same for all retries, so that a repeated request gets the response of the first. */
  idempotencyKey?: string;
  signal: AbortSignal;
  /** Timeout of a single request; 30 s by default. */
  timeoutMs?: number;
}

interface ApiResponse {
  status: number;
  retryAfter: string | null;
  /** Null if the body is empty or not JSON. */
  body: unknown;
}

/**
 * Sends a request and resolves to the status and the JSON body of the response. The request is retried while
 * the service is busy (429) or unavailable (502, 503, 504) or the connection fails, so it must be idempotent.
 * @throws ApiError or a subclass for other error statuses, ApiUnreachableError without a response in time,
 * and the abort reason of the signal
 */
export async function callApi(
  connection: ApiConnection,
  call: ApiCall,
): Promise<{ status: number; body: unknown }> {
  const request = `${call.method} ${call.path.split('?')[0]}`;
  const lastStart = Date.now() + (connection.retryPeriodMs ?? DEFAULT_RETRY_PERIOD_MS);
  for (let failuresBefore = 0; ; failuresBefore += 1) {
    const outcome = await sendOnce(connection, call);
    const response = outcome instanceof Error ? null : outcome;
    if (response !== null && response.status >= 200 && response.status < 300) return response;
    const delayMs = retryDelayMs({ ...response, failuresBefore });
    if (delayMs === null || Date.now() + delayMs > lastStart) {
      if (response !== null) throw toApiError(request, response.status, response.body);
      throw new ApiUnreachableError(`No response to ${request}: ${reasonOf(outcome)}`, { cause: outcome });
    }
    await pause(delayMs, call.signal);
  }
}

/**
 * Sends a request once; returns an error without a complete response.
 * @throws the abort reason of the call's signal
 */
async function sendOnce(
  { address, apiKey, workspaceId }: ApiConnection,
  { method, path, body, idempotencyKey, signal, timeoutMs = DEFAULT_TIMEOUT_MS }: ApiCall,
): Promise<ApiResponse | Error> {
  const timeoutError = new Error(`timeout after ${timeoutMs} ms`);
  try {
    return await withDeadline({ signal, timeoutMs, timeoutError }, async (limited) => {
      const response = await fetch(`${address.replace(/\/+$/, '')}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(workspaceId !== null && { 'x-workspace-id': workspaceId }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual', // the key must not be sent to another address
        signal: limited,
      });
      const text = await response.text();
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: parseJson(text, response.ok),
      };
    });
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A successful response that is not JSON was truncated; an error page of a proxy may be anything. */
function parseJson(text: string, isSuccess: boolean): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isSuccess) throw error;
    return null;
  }
}

/** The error of `fetch` has its reason only in the cause. */
function reasonOf(outcome: unknown): string {
  const { cause, message, name } = outcome as Error & { cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || name;
}
