/** One entry of an error body. */
export interface ErrorEntry {
  loc: string[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** An answer of the API that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly detail: readonly ErrorEntry[],
    /** Names the request in the service's log; null when no answer came. */
    readonly requestId: string | null,
    /** Seconds after which it may be tried again, where the API says so. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(detail.map(({ msg }) => msg).join('; ') || `The request failed with status ${status}`);
  }

  /** Whether an entry is of this type, e.g. `not_found`. */
  isOf(type: string): boolean {
    return this.detail.some((entry) => entry.type === type);
  }
}
