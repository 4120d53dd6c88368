import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { errorBodySchema } from '../../platform/http/error-body';

const DEFAULT_WAIT_MS = 1_000;
// Far more than the seconds for which a request that died with its process keeps its idempotency key.
const RETRY_TIMEOUT_MS = 90_000;
const ANSWER_LIMIT_MS = 120_000;

/** An answer of the service that is an error, with the service's own words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** What is wrong and where, in one line. */
  readonly problems: string;

  constructor(
    readonly status: number,
    /** The body; null when it is not one of the service's. */
    readonly body: z.infer<typeof errorBodySchema> | null,
    request: string,
  ) {
    const problems = (body?.detail ?? []).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
    super(`${request} was answered ${status}: ${problems || 'not in the form of this service'}`);
    this.problems = problems;
  }
}

export interface ApiClientOptions {
  /** For example `http://127.0.0.1:3000`. */
  address: string;
  signal: AbortSignal;
  /** An API key; without one the client keeps the session cookie that it is given. */
  key?: string;
  /** How long after its start a request may be repeated; 90 s by default. */
  retryTimeoutMs?: number;
}

/**
 * Speaks JSON with the service. While the service is busy or away a request is repeated, as late as Retry-After
 * says and for a limited time; an idempotency key makes that safe. Answers are checked against the schema given.
 * @throws ApiError
 */
export class ApiClient {
  private cookie: string | null = null;

  constructor(private readonly options: ApiClientOptions) {}

  get<T>(path: string, answer: z.ZodType<T>): Promise<T> {
    return this.send('GET', path, {}, answer);
  }

  post<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.send('POST', path, { headers, body: JSON.stringify(body) }, answer);
  }

  private async send<T>(method: string, path: string, init: RequestInit, answer: z.ZodType<T>): Promise<T> {
    const { signal, retryTimeoutMs = RETRY_TIMEOUT_MS } = this.options;
    const lastStart = Date.now() + retryTimeoutMs;
    for (;;) {
      const outcome = await this.tryOnce(method, path, init);
      if (outcome instanceof Response && outcome.ok) return answer.parse(await outcome.json());
      const waitMs = outcome instanceof Response ? retryAfterMs(outcome) : DEFAULT_WAIT_MS;
      if (waitMs === null || Date.now() + waitMs > lastStart) {
        throw await failureOf(outcome, `${method} ${path}`);
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await sleep(waitMs, undefined, { signal });
    }
  }

  /** The error of `fetch` when there was no answer. @throws the reason of the signal. */
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

/** Null when repeating the request would not help. */
function retryAfterMs({ status, headers }: Response): number | null {
  const header = headers.get('retry-after');
  if (header === null && status !== 429 && status !== 503) return null;
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : DEFAULT_WAIT_MS;
}

async function failureOf(outcome: Response | Error, request: string): Promise<Error> {
  if (outcome instanceof Response) return new ApiError(outcome.status, await readErrorBody(outcome), request);
  // `fetch` itself only says that it failed.
  const { message, code } = (outcome.cause ?? outcome) as { message?: string; code?: string };
  return new Error(`${request} was not answered: ${message || code || outcome.name}`, { cause: outcome });
}

async function readErrorBody(response: Response) {
  const parsed = errorBodySchema.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : null;
}
