/** An entry in the error body of a rejected request. */
export interface ErrorEntry {
  loc: string[];
  msg: string;
  /** The error code. */
  type: string;
  ctx: Record<string, unknown>;
}

/** The service rejected a request. The message quotes the response, never the request. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    /** For example `POST /v1/optimization-runs/claim`. */
    readonly request: string,
    readonly status: number,
    /** Empty if the response does not come from the service, but for example from a proxy. */
    readonly detail: readonly ErrorEntry[],
  ) {
    super(
      `${request} failed with status ${status}: ${describeEntries(detail) || 'the response is not from Assay'}`,
    );
  }

  /** The `type` of the first entry; null if the response does not come from the service. */
  get type(): string | null {
    return this.detail[0]?.type ?? null;
  }
}

/** No usable response within the retry period of the client. */
export class ApiUnreachableError extends Error {
  override readonly name = 'ApiUnreachableError';
}

/** The problems with their locations, in one line; empty without entries. */
export function describeEntries(detail: readonly ErrorEntry[]): string {
  return detail
    .map(({ loc, msg }) => [loc.join('.'), msg.replace(/^Value error, /, '')].filter(Boolean).join(': '))
    .join('; ');
}

/** Reads the body of an error response, which may be anything. */
export function createApiError(request: string, status: number, body: unknown): ApiError {
  const { detail } = (body ?? {}) as { detail?: unknown };
  return new ApiError(request, status, Array.isArray(detail) ? detail.map(readEntry) : []);
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
