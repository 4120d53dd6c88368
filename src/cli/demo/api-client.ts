import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { errorBodySchema } from '../../platform/http/error-body';
import { parseRetryAfter } from '../../platform/http/retry-after';

const DEFAULT_WAIT_MS = 1_000;
// Longer than the idempotency key of a request whose process crashed stays locked.
const RETRY_TIMEOUT_MS = 90_000;
const ANSWER_LIMIT_MS = 120_000;

/** An error response of the service, with its messages. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The problems with their locations, in one line. */
  readonly problems: string;

  constructor(
    readonly status: number,
    /** The body; null when it is not an error body of the service. */
    readonly body: z.infer<typeof errorBodySchema> | null,
    request: string,
  ) {
    const problems = (body?.detail ?? []).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    super(`${request} failed with ${status}: ${problems || 'not an error body of this service'}`);
    this.problems = problems;
  }
}

export interface ApiClientOptions {
  /** For example `http://127.0.0.1:3000`. */
  address: string;
  signal: AbortSignal;
  /** An API key; without one, the client stores the session cookie that it receives. */
  key?: string;
  /** How long after its start a request may be retried; 90 s by default. */
  retryTimeoutMs?: number;
}

/**
 * A JSON client of the service. While the service is busy or unavailable, a request is retried as Retry-After
 * says, for a limited time; an idempotency key makes that safe. Responses are parsed with the given schema.
 * @throws ApiError
 */
export class ApiClient {
  private cookie: string | null = null;

  constructor(private readonly options: ApiClientOptions) {}

  get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return this.send('GET', path, {}, schema);
  }

  post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.send('POST', path, { headers, body: JSON.stringify(body) }, schema);
  }

  private async send<T>(method: string, path: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
    const { signal, retryTimeoutMs = RETRY_TIMEOUT_MS } = this.options;
    const lastStart = Date.now() + retryTimeoutMs;
    for (;;) {
      const outcome = await this.tryOnce(method, path, init);
      if (outcome instanceof Response && outcome.ok) return schema.parse(await outcome.json());
      const waitMs = outcome instanceof Response ? retryAfterMs(outcome) : DEFAULT_WAIT_MS;
      if (waitMs === null || Date.now() + waitMs > lastStart) {
        throw await failureOf(outcome, `${method} ${path}`);
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(waitMs, undefined, { signal });
    }
  }

  /**
   * Returns the error of `fetch` when there was no response.
   * @throws the reason of the signal
   */
  private async tryOnce(method: string, path: string, init: RequestInit): Promise<Response | Error> {
    const { address, key, signal } = this.options;
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    if (this.cookie !== null) headers.set('cookie', this.cookie);
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
      const response = await fetch(new URL(path, address), { ...init, method, headers, signal: limited });
      const [setCookie] = response.headers.getSetCookie();
      if (setCookie !== undefined) this.cookie = setCookie.split(';')[0] ?? null;
      return response;
    } catch (error) {
      signal.throwIfAborted();
      return error as Error;
    }
  }
}

/** Null when retrying the request would not help. */
function retryAfterMs({ status, headers }: Response): number | null {
  const header = headers.get('retry-after');
  if (header === null && status !== 429 && status !== 503) return null;
  return parseRetryAfter(header, Date.now()) ?? DEFAULT_WAIT_MS;
}

async function failureOf(outcome: Response | Error, request: string): Promise<Error> {
  if (outcome instanceof Response) return new ApiError(outcome.status, await readErrorBody(outcome), request);
  // `fetch` itself only reports that it failed.
  const { message, code } = (outcome.cause ?? outcome) as { message?: string; code?: string };
  return new Error(`${request} got no response: ${message || code || outcome.name}`, { cause: outcome });
}

async function readErrorBody(response: Response) {
  const parsed = errorBodySchema.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : null;
}
