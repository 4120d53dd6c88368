import { pause, withDeadline } from '../../../packages/concurrency';
import { ApiUnreachableError, createApiError } from './api-errors';
import { retryDelayMs } from './retry-delay';

const DEFAULT_RETRY_PERIOD_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;

export interface ApiClientOptions {
  /** For example `http://127.0.0.1:3000`; may have a path prefix. */
  address: string;
  /** Without one, the client sends the session cookie that it received last. */
  apiKey?: string;
  /** Required with a user key; a workspace key implies it. */
  workspaceId?: string | null;
  /** How long a request is retried after it was first sent; 60 s by default. */
  retryPeriodMs?: number;
}

export interface ApiCall {
  method: 'GET' | 'POST';
  /** Including the query string. */
  path: string;
  /** Sent as JSON; bytes are sent unchanged as NDJSON. */
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
 * A JSON client of the service. A request is retried while the service is busy (429) or unavailable (502, 503,
 * 504), its response has `Retry-After`, or the connection fails, so it must be idempotent.
 */
export class ApiClient {
  private cookie: string | null = null;

  constructor(private readonly options: ApiClientOptions) {}

  /**
   * Resolves to the JSON body of the response; null if it is empty.
   * @throws ApiError for error statuses, ApiUnreachableError without a response in time, and the abort reason
   * of the signal
   */
  async send(call: ApiCall): Promise<unknown> {
    const request = `${call.method} ${call.path.split('?')[0]}`;
    const lastStart = Date.now() + (this.options.retryPeriodMs ?? DEFAULT_RETRY_PERIOD_MS);
    for (let failuresBefore = 0; ; failuresBefore += 1) {
      const outcome = await this.sendOnce(call);
      const response = outcome instanceof Error ? null : outcome;
      if (response !== null && response.status >= 200 && response.status < 300) return response.body;
      const delayMs = retryDelayMs({ ...response, failuresBefore });
      if (delayMs === null || Date.now() + delayMs > lastStart) {
        if (response !== null) throw createApiError(request, response.status, response.body);
        throw new ApiUnreachableError(`No response to ${request}: ${reasonOf(outcome)}`, { cause: outcome });
      }
      await pause(delayMs, call.signal);
    }
  }

  /**
   * Sends a request once; returns an error without a complete response.
   * @throws the abort reason of the call's signal
   */
  private async sendOnce(call: ApiCall): Promise<ApiResponse | Error> {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = call;
    const timeoutError = new Error(`timeout after ${timeoutMs} ms`);
    try {
      return await withDeadline({ signal, timeoutMs, timeoutError }, (signalWithTimeout) =>
        this.fetch(call, signalWithTimeout),
      );
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private async fetch(call: ApiCall, signal: AbortSignal): Promise<ApiResponse> {
    const { method, path, body } = call;
    const response = await fetch(`${this.options.address.replace(/\/+$/, '')}${path}`, {
      method,
      headers: this.headersOf(call),
      body: body === undefined ? null : Buffer.isBuffer(body) ? body : JSON.stringify(body),
      redirect: 'manual', // the key must not be sent to another address
      signal,
    });
    const [setCookie] = response.headers.getSetCookie();
    if (setCookie !== undefined) this.cookie = setCookie.split(';')[0] ?? null;
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: parseJson(await response.text(), response.ok),
    };
  }

  private headersOf({ body, idempotencyKey }: ApiCall): Record<string, string> {
    const { apiKey, workspaceId = null } = this.options;
    return {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(apiKey === undefined && this.cookie !== null && { cookie: this.cookie }),
      ...(workspaceId !== null && { 'x-workspace-id': workspaceId }),
      ...(body !== undefined && {
        'content-type': Buffer.isBuffer(body) ? 'application/x-ndjson' : 'application/json',
      }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
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
