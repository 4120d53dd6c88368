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
    const problems = detail.map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': ')).join('; ');
    super(`${request} failed with status ${status}: ${problems || 'the response is not from Assay'}`);
  }

  /** The `type` of the first entry; null if the response does not come from the service. */
  get type(): string | null {
    return this.detail[0]?.type ?? null;
  }
}

/** The lease has expired or was replaced by another one: writes with it are rejected. */
export class LeaseLostError extends ApiError {
  override readonly name = 'LeaseLostError';
}

/** The run has ended and accepts no more requests. */
export class RunFinishedError extends ApiError {
  override readonly name = 'RunFinishedError';
}

/** No usable response within the retry period of the client. */
export class ApiUnreachableError extends Error {
  override readonly name = 'ApiUnreachableError';
}

/** Maps a response to the most specific error for its `type`. */
export function toApiError(request: string, status: number, body: unknown): ApiError {
  const detail = readDetail(body);
  switch (detail[0]?.type) {
    case 'lease_lost':
      return new LeaseLostError(request, status, detail);
    case 'run_finished':
      return new RunFinishedError(request, status, detail);
    default:
      return new ApiError(request, status, detail);
  }
}

function readDetail(body: unknown): ErrorEntry[] {
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
