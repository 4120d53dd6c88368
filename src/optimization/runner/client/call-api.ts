import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnreachableError, toApiError } from './api-errors';
import { follow } from './followed-signal';
import { retryDelayMs } from './retry-delay';

const DEFAULT_RETRY_PERIOD_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;

export interface ApiConnection {
  /** For example `http://127.0.0.1:3000`; a path in it comes before every other. */
  address: string;
  apiKey: string;
  /** Needed with a user-scoped key; a workspace key has its own. */
  workspaceId: string | null;
  /** For how long after its first attempt a request may be sent again; 60 s by default. */
  retryPeriodMs?: number;
}

export interface ApiCall {
  method: 'GET' | 'POST';
  /** With its query string. */
  path: string;
  body?: unknown;
  /** The same for all attempts: one that comes late, or again, gets the answer of the first. */
  idempotencyKey?: string;
  signal: AbortSignal;
  /** How long one attempt may take; 30 s by default. */
  timeoutMs?: number;
}

interface Answer {
  status: number;
  retryAfter: string | null;
  /** Null when there is none, or none that is JSON. */
  body: unknown;
}

/**
 * Sends a request and resolves to the status and the JSON of its answer. While the service is busy (429), away
 * (502, 503, 504) or the connection fails the request is sent again, so it has to be one that may be repeated.
 * @throws ApiError or a class below it for any other refusal, ApiUnreachableError when no answer came in time,
 * and the reason of the signal when aborted
 */
export async function callApi(
  connection: ApiConnection,
  call: ApiCall,
): Promise<{ status: number; body: unknown }> {
  const request = `${call.method} ${call.path.split('?')[0]}`;
  const lastStart = Date.now() + (connection.retryPeriodMs ?? DEFAULT_RETRY_PERIOD_MS);
  for (let failuresBefore = 0; ; failuresBefore += 1) {
    const outcome = await attempt(connection, call);
    const answer = outcome instanceof Error ? null : outcome;
    if (answer !== null && answer.status >= 200 && answer.status < 300) return answer;
    const delayMs = retryDelayMs({ ...answer, failuresBefore });
    if (delayMs === null || Date.now() + delayMs > lastStart) {
      if (answer !== null) throw toApiError(request, answer.status, answer.body);
      throw new ApiUnreachableError(`${request} was not answered: ${reasonOf(outcome)}`, { cause: outcome });
    }
    await pause(delayMs, call.signal);
  }
}

/** One attempt; an error says that no whole answer came. @throws the reason of the call's signal */
async function attempt(
  { address, apiKey, workspaceId }: ApiConnection,
  { method, path, body, idempotencyKey, signal, timeoutMs = DEFAULT_TIMEOUT_MS }: ApiCall,
): Promise<Answer | Error> {
  signal.throwIfAborted();
  // Not AbortSignal.any: it would leave something behind at the caller's signal with every request.
  const { controller: limited, leave } = follow(signal);
  const tooLate = new Error(`no answer within ${timeoutMs} ms`);
  const timer = setTimeout(() => limited.abort(tooLate), timeoutMs);
  try {
    const response = await fetch(`${address.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(workspaceId !== null && { 'x-workspace-id': workspaceId }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual', // the key is for this address alone
      signal: limited.signal,
    });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: parseJson(text, response.ok),
    };
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
    leave();
  }
}

/** A success that is no JSON was cut off; the page of a proxy may be anything. */
function parseJson(text: string, isSuccess: boolean): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isSuccess) throw error;
    return null;
  }
}

/** `fetch` itself only says that it failed. */
function reasonOf(outcome: unknown): string {
  const { cause, message, name } = outcome as Error & { cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || name;
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  const { controller, leave } = follow(signal);
  await sleep(delayMs, undefined, { signal: controller.signal }).catch(() => signal.throwIfAborted());
  leave();
}
