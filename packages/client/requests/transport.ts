import { type AssayError, createError, readDetail, UnreachableError } from './errors.ts';
import { parseRetryAfter, retryDelayMs } from './retry-delay.ts';
import { pause, withTimeout } from './time-limits.ts';
import { compatibleVersion, version } from './version.ts';

const DEFAULT_RETRY_PERIOD_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 30_000;
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;
const BAD_GATEWAY = 502;
/** Error codes of failed connections. */
const connectionErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export interface ClientOptions {
  /** For example `http://127.0.0.1:3000`; may have a path prefix. */
  baseUrl: string;
  /** Without one, the client sends the session cookie that it received last. */
  apiKey?: string | undefined;
  /** Required with a user key; a workspace key implies it. */
  workspaceId?: string | null | undefined;
  /** How long a request is retried after it was first sent; 60 s by default. */
  retryPeriodMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the request, and waiting for a retry, with its reason. */
  signal?: AbortSignal | undefined;
  /** Timeout of a single request; 30 s by default. */
  timeoutMs?: number | undefined;
  /**
   * Of a POST that accepts one. The same for all retries, so that a repeated request gets the response of the first; by
   * default a new one for each call.
   */
  idempotencyKey?: string | undefined;
}

export interface Call {
  method: string;
  /** Including the query string. */
  path: string;
  /** Sent as JSON; bytes are sent unchanged as NDJSON. */
  body?: unknown;
  /** Whether the service may receive the request twice; otherwise it is retried only if it was not processed. */
  isRepeatable: boolean;
  options: CallOptions;
}

interface ServiceResponse {
  status: number;
  headers: Headers;
  /** Null if the body is empty, or that of an error and not JSON. */
  body: unknown;
}

/**
 * Sends requests to the service. A request is retried while the service is busy (429) or unavailable (502, 503, 504), its
 * response has `Retry-After`, or the connection fails.
 */
export class Transport {
  // Logs and JSON of a client do not show these.
  #cookie: string | null = null;
  readonly #options: ClientOptions;
  private hasCheckedVersion = false;
  private readonly baseUrl: string;

  /** @throws TypeError for settings that no request could be sent with */
  constructor(options: ClientOptions) {
    this.#options = options;
    this.baseUrl = validateBaseUrl(options.baseUrl);
    validateApiKey(options.apiKey);
  }

  /**
   * Resolves to the body of the response: JSON, text of NDJSON and CSV, bytes of Parquet, or null if it is empty. A DELETE
   * whose first response was lost does not find the resource when it is repeated, which is a success.
   * @throws AssayError for error statuses, UnreachableError without a response in time, and the abort reason of the signal
   */
  async send(call: Call): Promise<unknown> {
    const request = `${call.method} ${call.path.split('?')[0]}`;
    // Their errors must not look like that of a connection.
    const body = serialize(call.body);
    const headers = new Headers(this.headersOf(call));
    const lastStart = Date.now() + (this.#options.retryPeriodMs ?? DEFAULT_RETRY_PERIOD_MS);
    let mayHaveDeleted = false;
    for (let failuresBefore = 0; ; failuresBefore += 1) {
      const outcome = await this.sendOnce(call, headers, body);
      const hasResponse = isResponse(outcome);
      if (hasResponse && outcome.status >= 200 && outcome.status < 300) return outcome.body;
      if (hasResponse && mayHaveDeleted && isNotFound(outcome)) return null;
      mayHaveDeleted ||= call.method === 'DELETE' && mayHaveArrived(outcome);
      const delayMs = delayOf(call, outcome, failuresBefore);
      if (delayMs === null || Date.now() + delayMs > lastStart) {
        if (hasResponse) throw toError(request, outcome);
        throw new UnreachableError(`No response to ${request}: ${reasonOf(outcome)}`, {
          request,
          cause: outcome,
        });
      }
      await pause(delayMs, call.options.signal);
    }
  }

  /**
   * Sends a request once; returns an error without a complete response.
   * @throws the abort reason of the call's signal
   */
  private async sendOnce(
    { method, path, options }: Call,
    headers: Headers,
    body: RequestBody,
  ): Promise<ServiceResponse | Error> {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    try {
      return await withTimeout({ signal, timeoutMs }, (limited) =>
        this.fetch(path, { method, headers, body, signal: limited }),
      );
    } catch (error) {
      signal?.throwIfAborted();
      return error as Error; // not by instanceof: it may be of another realm
    }
  }

  private async fetch(path: string, request: RequestInit): Promise<ServiceResponse> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      ...request,
      redirect: 'manual', // the key must not be sent to another address
    });
    this.checkVersion(response.headers.get('assay-version'));
    const [setCookie] = response.headers.getSetCookie();
    if (setCookie !== undefined) this.#cookie = setCookie.split(';')[0] ?? null;
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  }

  private headersOf({ method, body, options: { idempotencyKey } }: Call): Record<string, string> {
    const { apiKey, workspaceId = null } = this.#options;
    return {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey.trim()}` }),
      ...(apiKey === undefined && this.#cookie !== null && { cookie: this.#cookie }),
      ...(workspaceId !== null && { 'x-workspace-id': workspaceId }),
      ...(body !== undefined && {
        'content-type': isBytes(body) ? 'application/x-ndjson' : 'application/json',
      }),
      // An import of lines refuses a key: it skips the lines that are stored.
      ...(method === 'POST' &&
        !isBytes(body) &&
        idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
  }

  /** Warns once if the service is not one that this client is made for. */
  private checkVersion(served: string | null): void {
    if (served === null || this.hasCheckedVersion) return;
    this.hasCheckedVersion = true;
    if (compatibleVersion(served) === compatibleVersion(version)) return;
    console.warn(`@assay/client ${version} is used with Assay ${served}; install the version of the service`);
  }
}

function validateBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new TypeError('baseUrl must be an http or https URL without credentials');
  return baseUrl.replace(/\/+$/, '');
}

/** `fetch` would quote the key in its error. Whitespace at the ends is not sent. */
function validateApiKey(apiKey = ''): void {
  if (!/^[\x21-\x7e]*$/.test(apiKey.trim()))
    throw new TypeError('apiKey has a character that no API key has');
}

type RequestBody = string | Uint8Array<ArrayBuffer> | null;

function serialize(body: unknown): RequestBody {
  if (body === undefined) return null;
  return isBytes(body) ? body : JSON.stringify(body);
}

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

const isResponse = (outcome: ServiceResponse | Error): outcome is ServiceResponse => 'headers' in outcome;

/** Whether the service may have processed the request. */
function mayHaveArrived(outcome: ServiceResponse | Error): boolean {
  if (isResponse(outcome)) return outcome.status !== TOO_MANY_REQUESTS;
  const { cause } = outcome as { cause?: { code?: string } };
  return !connectionErrorCodes.has(cause?.code ?? '');
}

function delayOf(call: Call, outcome: ServiceResponse | Error, failuresBefore: number): number | null {
  if (!call.isRepeatable && mayHaveArrived(outcome)) return null;
  if (!isResponse(outcome)) return retryDelayMs({ failuresBefore });
  const { status, headers, body } = outcome;
  const retryAfter = headers.get('retry-after');
  // Of the service itself, not of a proxy: a model provider replied, and would be paid again for the same.
  if (status === BAD_GATEWAY && retryAfter === null && readDetail(body).length > 0) return null;
  return retryDelayMs({ status, retryAfter, failuresBefore });
}

function isNotFound({ status, body }: ServiceResponse): boolean {
  return status === NOT_FOUND && readDetail(body)[0]?.type === 'not_found';
}

function toError(request: string, { status, headers, body }: ServiceResponse): AssayError {
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'));
  return createError({ request, status, body, requestId: headers.get('x-request-id'), retryAfterMs });
}

/** A successful response that is not JSON was truncated; an error page of a proxy may be anything. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/vnd\.apache\.parquet\b/.test(type)) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (text === '') return null;
  if (/^(application\/x-ndjson|text\/csv)\b/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.ok) throw error;
    return null;
  }
}

/** The error of `fetch` has its reason only in the cause. */
function reasonOf(outcome: unknown): string {
  const { cause, message, name } = outcome as Error & { cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || name;
}
