/** An entry in the error body of a rejected request. */
export interface ErrorEntry {
  loc: string[];
  msg: string;
  /** The error code. */
  type: string;
  ctx: Record<string, unknown>;
}

interface ErrorFields {
  request: string;
  status: number;
  detail: readonly ErrorEntry[];
  requestId: string | null;
  retryAfterMs: number | null;
}

/** A request failed. The message quotes the response, never the request. */
export class AssayError extends Error {
  override readonly name: string = 'AssayError';
  /** For example `POST /v1/experiments`; empty if it is not known. */
  readonly request: string;
  /** Null without a response. */
  readonly status: number | null;
  /** Empty if the response does not come from the service, but for example from a proxy. */
  readonly detail: readonly ErrorEntry[];
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | null;
  /** The service asked to wait so long before another request. */
  readonly retryAfterMs: number | null;

  constructor(message: string, fields: Partial<ErrorFields> & ErrorOptions = {}) {
    super(message, 'cause' in fields ? { cause: fields.cause } : {});
    this.request = fields.request ?? '';
    this.status = fields.status ?? null;
    this.detail = fields.detail ?? [];
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
  }

  /** The error code, `type` of the first entry; null if the response does not come from the service. */
  get type(): string | null {
    return this.detail[0]?.type ?? null;
  }
}

/** No usable response within the retry period of the client. */
export class UnreachableError extends AssayError {
  override readonly name = 'UnreachableError';
}

/** 401: no API key, or one that is not valid. */
export class AuthenticationError extends AssayError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key or its role does not allow this. */
export class ForbiddenError extends AssayError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such resource in this workspace. */
export class NotFoundError extends AssayError {
  override readonly name = 'NotFoundError';
}

/** 409: the state of the resource does not allow this. */
export class ConflictError extends AssayError {
  override readonly name: string = 'ConflictError';
}

/** The lease has expired or was replaced by another one: writes with it are rejected. */
export class LeaseLostError extends ConflictError {
  override readonly name = 'LeaseLostError';
}

/** The run has ended and accepts no more requests. */
export class RunFinishedError extends ConflictError {
  override readonly name = 'RunFinishedError';
}

/** 422: values of the request are invalid; `detail` has an entry for each. */
export class ValidationError extends AssayError {
  override readonly name = 'ValidationError';
}

/** 429, still after the retry period: too many requests, or a limit of the workspace is reached. */
export class RateLimitedError extends AssayError {
  override readonly name = 'RateLimitedError';
}

/** 5xx: the service or a model provider failed. */
export class ServerError extends AssayError {
  override readonly name: string = 'ServerError';
}

/** The evaluator has no verdict about the reply. */
export class NoVerdictError extends ServerError {
  override readonly name = 'NoVerdictError';
}

const byType = new Map<string | undefined, typeof AssayError>([
  ['lease_lost', LeaseLostError],
  ['run_finished', RunFinishedError],
  ['no_verdict', NoVerdictError],
]);

const byStatus = new Map<number, typeof AssayError>([
  [401, AuthenticationError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, ValidationError],
  [429, RateLimitedError],
]);

/** The problems with their locations, in one line; empty without entries. */
function describeEntries(detail: readonly ErrorEntry[]): string {
  return detail
    .map(({ loc, msg }) => [loc.join('.'), msg.replace(/^Value error, /, '')].filter(Boolean).join(': '))
    .join('; ');
}

/** Creates the most specific error for a response, whose body may be anything. */
export function createError({
  body,
  ...fields
}: Omit<ErrorFields, 'detail'> & { body: unknown }): AssayError {
  const { request, status } = fields;
  const detail = readDetail(body);
  const ErrorClass =
    byType.get(detail[0]?.type) ?? byStatus.get(status) ?? (status >= 500 ? ServerError : AssayError);
  const problem = describeEntries(detail) || 'the response is not from Assay';
  return new ErrorClass(`${request} failed with status ${status}: ${problem}`, { ...fields, detail });
}

/** The entries of an error body; none if it does not come from the service. */
export function readDetail(body: unknown): ErrorEntry[] {
  const { detail } = (body ?? {}) as { detail?: unknown };
  return Array.isArray(detail) ? detail.map(readEntry) : [];
}

function readEntry(entry: unknown): ErrorEntry {
  const { loc, msg, type, ctx } = (entry ?? {}) as Record<string, unknown>;
  return {
    loc: Array.isArray(loc) ? loc.map(String) : [],
    msg: typeof msg === 'string' ? msg : '',
    type: typeof type === 'string' ? type : '',
    ctx: typeof ctx === 'object' && ctx !== null ? { ...ctx } : {},
  };
}
