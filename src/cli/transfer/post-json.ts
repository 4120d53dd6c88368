import { retryDelayMs } from '../../../packages/client';
import { pause, withDeadline } from '../../../packages/concurrency';
import { describeNetworkError } from '../../platform/errors/system-errors';

const TIMEOUT_MS = 30_000;
const RETRY_PERIOD_MS = 60_000;
const SERVER_ERROR = 500;

interface JsonResponse {
  status: number;
  /** Null if it is not JSON. */
  body: unknown;
}

/** A destination did not accept a request. The message has no headers, which hold secrets. */
export class SendError extends Error {
  override readonly name = 'SendError';
  constructor(
    message: string,
    /** Null without a response. */
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Sends JSON until it is accepted: retries while the connection fails and for 429, 500, 502, 503 and 504.
 * @throws SendError for other statuses and after 60 s, and the abort reason of the signal
 */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal,
): Promise<JsonResponse> {
  const lastStart = Date.now() + RETRY_PERIOD_MS;
  const { origin, pathname } = new URL(url);
  for (let failuresBefore = 0; ; failuresBefore += 1) {
    const outcome = await postOnce(url, headers, body, signal);
    if (!(outcome instanceof Error) && outcome.status < 300) return outcome;
    const response = outcome instanceof Error ? null : outcome;
    const status = response?.status === SERVER_ERROR ? 503 : response?.status;
    const delayMs = retryDelayMs({
      ...(status !== undefined && { status }),
      retryAfter: response?.retryAfter ?? null,
      failuresBefore,
    });
    if (delayMs === null || Date.now() + delayMs > lastStart) {
      const reason =
        response === null ? (describeNetworkError(outcome) ?? 'no response') : `status ${response.status}`;
      throw new SendError(`${origin}${pathname}: ${reason}`, response?.status ?? null, { cause: outcome });
    }
    await pause(delayMs, signal);
  }
}

async function postOnce(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal,
): Promise<(JsonResponse & { retryAfter: string | null }) | Error> {
  const timeoutError = new Error(`timeout after ${TIMEOUT_MS} ms`);
  try {
    return await withDeadline({ signal, timeoutMs: TIMEOUT_MS, timeoutError }, async (limited) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual', // the key must not be sent to another address
        signal: limited,
      });
      const text = await response.text();
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parse(text) };
    });
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
