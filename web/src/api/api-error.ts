/** An entry of an error body. */
export interface ErrorEntry {
  loc: string[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** An error response of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly detail: readonly ErrorEntry[],
    /** Identifies the request in the service's log; null without a response. */
    readonly requestId: string | null,
    /** Value of Retry-After in seconds, if any. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(detail.map(({ msg }) => msg).join('; ') || `The request failed with status ${status}`);
  }

  /** Whether any entry has this type, e.g. `not_found`. */
  isOf(type: string): boolean {
    return this.detail.some((entry) => entry.type === type);
  }
}

/** Whether what a page shows does not exist: its id is unknown, or is no id. */
export function isNotFound(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.status === 404 || error.detail.some(({ loc, type }) => loc[0] === 'path' && type === 'uuid_parsing')
  );
}
