/**
 * How a failed try is retried inside a workflow. `never`: the input is invalid. `transient`: a few
 * attempts with back-off. `wait`: the peer asked to retry later, so attempts are not limited.
 */
export type RetryClass = 'never' | 'transient' | 'wait';

/**
 * Every error with a code. The key is the `type` on the wire; `status` is the HTTP status; `retry` decides
 * whether a Temporal activity that fails with it is retried.
 */
export const errorCatalog = {
  request_malformed: { status: 400, title: 'Malformed HTTP request', retry: 'never' },
  not_authenticated: { status: 401, title: 'Authentication required', retry: 'never' },
  invalid_credentials: { status: 401, title: 'Invalid email or password', retry: 'never' },
  account_disabled: { status: 401, title: 'Account disabled', retry: 'never' },
  session_expired: { status: 401, title: 'Session expired', retry: 'never' },
  api_key_malformed: { status: 401, title: 'Malformed API key', retry: 'never' },
  api_key_unknown: { status: 401, title: 'Unknown API key', retry: 'never' },
  api_key_revoked: { status: 401, title: 'API key revoked', retry: 'never' },
  api_key_expired: { status: 401, title: 'API key expired', retry: 'never' },
  cross_site_request: { status: 403, title: 'Session used from another site', retry: 'never' },
  workspace_forbidden: { status: 403, title: 'Not a member of this workspace', retry: 'never' },
  role_insufficient: { status: 403, title: 'Insufficient role', retry: 'never' },
  credential_forbidden: { status: 403, title: 'Not allowed with this kind of credential', retry: 'never' },
  not_found: { status: 404, title: 'Resource not found', retry: 'never' },
  method_not_allowed: { status: 405, title: 'Method not allowed', retry: 'never' },
  request_timeout: { status: 408, title: 'Request timeout', retry: 'transient' },
  conflict: { status: 409, title: 'Conflict with the current state of the resource', retry: 'never' },
  invitation_ended: { status: 409, title: 'Invitation no longer valid', retry: 'never' },
  experiment_finished: { status: 409, title: 'Experiment already ended', retry: 'never' },
  experiment_running: { status: 409, title: 'Experiment still running', retry: 'never' },
  experiment_in_use: { status: 409, title: 'Experiment used by an open optimization run', retry: 'never' },
  run_finished: { status: 409, title: 'Optimization run already ended', retry: 'never' },
  lease_lost: { status: 409, title: 'Lease no longer valid', retry: 'never' },
  candidate_limit_reached: { status: 409, title: 'Candidate limit reached', retry: 'never' },
  cost_limit_reached: { status: 409, title: 'Cost limit reached', retry: 'never' },
  idempotency_key_reused: {
    status: 409,
    title: 'Idempotency key used with a different request',
    retry: 'never',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'First request with this key still running',
    retry: 'never',
  },
  body_too_large: { status: 413, title: 'Request body too large', retry: 'never' },
  import_too_large: { status: 413, title: 'Import too large', retry: 'never' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', retry: 'never' },
  json_invalid: { status: 422, title: 'Invalid JSON', retry: 'never' },
  value_error: { status: 422, title: 'Validation error', retry: 'never' },
  import_rejected: { status: 422, title: 'Too many invalid lines', retry: 'never' },
  cursor_invalid: { status: 422, title: 'Invalid cursor', retry: 'never' },
  model_unknown: { status: 422, title: 'Unknown model', retry: 'never' },
  model_price_unknown: { status: 422, title: 'Model price unknown', retry: 'never' },
  headers_too_large: { status: 431, title: 'Headers larger than 16 KiB', retry: 'never' },
  rate_limited: { status: 429, title: 'Too many requests', retry: 'wait' },
  limit_reached: { status: 429, title: 'Limit reached', retry: 'wait' },
  internal_error: { status: 500, title: 'Unexpected error', retry: 'transient' },
  no_verdict: { status: 502, title: 'No verdict from the judge', retry: 'never' },
  provider_rejected: { status: 502, title: 'Request rejected by the model provider', retry: 'never' },
  provider_reply_unreadable: {
    status: 502,
    title: 'Unusable reply from the model provider',
    retry: 'transient',
  },
  // Another try is charged again and ends the same way.
  provider_reply_filtered: { status: 502, title: 'Reply blocked by a content filter', retry: 'never' },
  provider_reply_truncated: { status: 502, title: 'Output limit reached before a reply', retry: 'never' },
  evaluator_busy: { status: 503, title: 'Evaluator queue full', retry: 'wait' },
  provider_unavailable: { status: 503, title: 'Model provider unavailable', retry: 'transient' },
  provider_timeout: { status: 503, title: 'Model provider timed out', retry: 'transient' },
  provider_rate_limited: { status: 503, title: 'Rate limited by the model provider', retry: 'wait' },
  server_busy: { status: 503, title: 'Server busy', retry: 'transient' },
  database_unavailable: { status: 503, title: 'MongoDB unavailable', retry: 'transient' },
  query_timeout: { status: 503, title: 'Query exceeded QUERY_TIMEOUT_MS', retry: 'transient' },
  temporal_unavailable: { status: 503, title: 'Temporal unavailable', retry: 'transient' },
  stopping: { status: 503, title: 'Process stopping', retry: 'transient' },
  temporal_busy: { status: 503, title: 'Temporal overloaded', retry: 'transient' },
} as const satisfies Record<string, { status: number; title: string; retry: RetryClass }>;

export type ErrorCode = keyof typeof errorCatalog;

/** Types of problems with status 422 that are not in the catalog, named like those of pydantic. */
export const validationTypes = [
  'missing',
  'extra_forbidden',
  'string_type',
  'int_type',
  'int_parsing',
  'int_from_float',
  'float_type',
  'float_parsing',
  'bool_type',
  'bool_parsing',
  'list_type',
  'dict_type',
  'string_too_short',
  'string_too_long',
  'too_short',
  'too_long',
  'greater_than',
  'greater_than_equal',
  'less_than',
  'less_than_equal',
  'enum',
  'uuid_parsing',
  'datetime_parsing',
  'string_pattern_mismatch',
] as const;

/** The `type` of a problem. */
export type ErrorType = ErrorCode | (typeof validationTypes)[number];

/** One problem of a request, in the shape of the contract's `detail` entries. */
export interface Problem {
  loc: string[];
  msg: string;
  type: ErrorType;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export interface AppErrorOptions extends ErrorOptions {
  /** Location of the error, e.g. `["body", "conversation_ids", "3"]`. Default: none. */
  loc?: string[];
  ctx?: Record<string, unknown>;
  input?: unknown;
  /**
   * Milliseconds after which a retry is reasonable; becomes `Retry-After` or the delay of the next activity
   * attempt.
   */
  retryAfterMs?: number;
  /** Never retry, for any retry class. Default: false. */
  isFinal?: boolean;
}

/** An error the caller can act on. Its message reaches API clients: no secrets, no internals. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly loc: string[];
  readonly ctx: Record<string, unknown>;
  readonly input: unknown;
  readonly retryAfterMs: number | undefined;
  readonly isFinal: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, options);
    this.loc = options.loc ?? [];
    this.ctx = options.ctx ?? {};
    this.input = options.input ?? null;
    this.retryAfterMs = options.retryAfterMs;
    this.isFinal = options.isFinal ?? errorCatalog[code].retry === 'never';
  }

  /** The same error with another time until a retry. */
  retryingAfter(retryAfterMs: number): AppError {
    const { loc, ctx, input, cause } = this;
    return new AppError(this.code, this.message, { loc, ctx, input, cause, retryAfterMs });
  }

  /** The same error at another location. */
  at(loc: string[]): AppError {
    const { ctx, input, cause, isFinal } = this;
    return new AppError(this.code, this.message, { loc, ctx, input, cause, isFinal });
  }

  /** The same error marked as final. */
  asFinal(): AppError {
    const { loc, ctx, input, cause } = this;
    return new AppError(this.code, this.message, { loc, ctx, input, cause, isFinal: true });
  }
}

/** A request with one or more invalid values; all of them are reported together. Status 422. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';

  constructor(readonly problems: Problem[]) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; '));
  }
}
