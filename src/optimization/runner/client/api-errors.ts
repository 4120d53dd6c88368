/** One problem of a refused request, as every error body of the service lists them. */
export interface ErrorEntry {
  loc: string[];
  msg: string;
  /** A stable name of the kind of error. */
  type: string;
  ctx: Record<string, unknown>;
}

/** The service refused a request. The message quotes what it said, never what was sent. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    /** For example `POST /v1/optimization-runs/claim`. */
    readonly request: string,
    readonly status: number,
    /** Empty when the answer was none of the service's, but perhaps a proxy's. */
    readonly detail: readonly ErrorEntry[],
  ) {
    const problems = detail.map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': ')).join('; ');
    super(`${request} was answered ${status}: ${problems || 'not in the form of this service'}`);
  }

  /** The `type` of the first problem; null when the answer was none of the service's. */
  get type(): string | null {
    return this.detail[0]?.type ?? null;
  }
}

/** The lease has expired or belongs to someone else by now: nothing done under it counts any more. */
export class LeaseLostError extends ApiError {
  override readonly name = 'LeaseLostError';
}

/** The run has ended; it takes no more messages. */
export class RunFinishedError extends ApiError {
  override readonly name = 'RunFinishedError';
}

/** No usable answer came for as long as the client was willing to try. */
export class ApiUnreachableError extends Error {
  override readonly name = 'ApiUnreachableError';
}

/** The error of an answer with this status and body, as specific as its `type` allows. */
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
