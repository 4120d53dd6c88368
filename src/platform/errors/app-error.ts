/**
 * How a failed attempt is repeated inside a workflow. `never`: the input is at fault. `transient`: a few
 * attempts with back-off. `wait`: the peer asked for patience, so waiting is not held against the item.
 */
export type RetryClass = 'never' | 'transient' | 'wait';

/**
 * Every failure the service reports on purpose. The key is the `type` on the wire; `status` is the HTTP
 * status; `retry` decides whether a Temporal activity that fails with it is attempted again.
 */
export const errorCatalog = {
  request_malformed: { status: 400, title: 'The request is not valid HTTP', retry: 'never' },
  not_authenticated: { status: 401, title: 'No credential was sent', retry: 'never' },
  invalid_credentials: { status: 401, title: 'E-mail or password is wrong', retry: 'never' },
  account_disabled: { status: 401, title: 'The account is disabled', retry: 'never' },
  session_expired: { status: 401, title: 'The session is unknown or has ended', retry: 'never' },
  api_key_malformed: { status: 401, title: 'The API key has not the form of a key', retry: 'never' },
  api_key_unknown: { status: 401, title: 'The API key is not known', retry: 'never' },
  api_key_revoked: { status: 401, title: 'The API key was revoked', retry: 'never' },
  api_key_expired: { status: 401, title: 'The API key has expired', retry: 'never' },
  cross_site_request: { status: 403, title: 'A session may not be used from another site', retry: 'never' },
  workspace_forbidden: { status: 403, title: 'The caller is not in this workspace', retry: 'never' },
  role_insufficient: { status: 403, title: 'The role of the caller does not allow this', retry: 'never' },
  credential_forbidden: { status: 403, title: 'This kind of credential cannot do this', retry: 'never' },
  not_found: { status: 404, title: 'No such resource', retry: 'never' },
  method_not_allowed: { status: 405, title: 'The path does not answer this method', retry: 'never' },
  request_timeout: { status: 408, title: 'The request did not arrive in time', retry: 'transient' },
  conflict: { status: 409, title: 'The resource is in a state that excludes this', retry: 'never' },
  invitation_ended: { status: 409, title: 'The invitation cannot be accepted any more', retry: 'never' },
  experiment_finished: { status: 409, title: 'The experiment has ended', retry: 'never' },
  experiment_running: { status: 409, title: 'The experiment is still running', retry: 'never' },
  experiment_in_use: { status: 409, title: 'An open optimization run uses the experiment', retry: 'never' },
  run_finished: { status: 409, title: 'The optimization run has ended', retry: 'never' },
  lease_lost: { status: 409, title: 'The lease does not hold the run, or no longer', retry: 'never' },
  candidate_limit_reached: { status: 409, title: 'The run has max_candidates candidates', retry: 'never' },
  cost_limit_reached: { status: 409, title: 'The run has spent max_cost_cents', retry: 'never' },
  idempotency_key_reused: { status: 409, title: 'The key was used with another request', retry: 'never' },
  idempotency_in_progress: { status: 409, title: 'The first request is still running', retry: 'never' },
  body_too_large: { status: 413, title: 'The body exceeds MAX_BODY_BYTES', retry: 'never' },
  import_too_large: { status: 413, title: 'The import exceeds a limit', retry: 'never' },
  unsupported_media_type: { status: 415, title: 'The body has an unsupported type', retry: 'never' },
  json_invalid: { status: 422, title: 'The body is not valid JSON', retry: 'never' },
  value_error: { status: 422, title: 'A value is not acceptable', retry: 'never' },
  import_rejected: { status: 422, title: 'Too many lines are not conversations', retry: 'never' },
  cursor_invalid: { status: 422, title: 'The cursor was not issued for this list', retry: 'never' },
  model_unknown: { status: 422, title: 'No provider is configured for the model', retry: 'never' },
  model_price_unknown: { status: 422, title: 'A cost limit needs a model of known price', retry: 'never' },
  headers_too_large: { status: 431, title: 'The headers are larger than 16 KiB', retry: 'never' },
  rate_limited: { status: 429, title: 'Too many requests', retry: 'wait' },
  limit_reached: { status: 429, title: 'A limit is reached', retry: 'wait' },
  internal_error: { status: 500, title: 'An unexpected failure', retry: 'transient' },
  no_verdict: { status: 502, title: 'The judge could not judge', retry: 'never' },
  provider_rejected: { status: 502, title: 'The model provider refused the request', retry: 'never' },
  provider_reply_unreadable: { status: 502, title: 'The provider sent no usable reply', retry: 'transient' },
  evaluator_busy: { status: 503, title: 'Too many judgements wait', retry: 'wait' },
  provider_unavailable: { status: 503, title: 'The model provider failed', retry: 'transient' },
  provider_timeout: { status: 503, title: 'The model provider did not answer in time', retry: 'transient' },
  provider_rate_limited: { status: 503, title: 'The model provider asks to wait', retry: 'wait' },
  server_busy: { status: 503, title: 'The server processes too many requests', retry: 'transient' },
  database_unavailable: { status: 503, title: 'MongoDB cannot be reached', retry: 'transient' },
  query_timeout: { status: 503, title: 'The query took longer than QUERY_TIMEOUT_MS', retry: 'transient' },
  temporal_unavailable: { status: 503, title: 'Temporal cannot be reached', retry: 'transient' },
  stopping: { status: 503, title: 'The process is stopping', retry: 'transient' },
  temporal_busy: { status: 503, title: 'Temporal takes no more at the moment', retry: 'transient' },
} as const satisfies Record<string, { status: number; title: string; retry: RetryClass }>;

export type ErrorCode = keyof typeof errorCatalog;

/** One problem of a request, in the shape of the contract's `detail` entries. */
export interface Problem {
  loc: string[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export interface AppErrorOptions extends ErrorOptions {
  /** Where the fault lies, e.g. `["body", "conversation_ids", "3"]`. Default: nowhere in particular. */
  loc?: string[];
  ctx?: Record<string, unknown>;
  input?: unknown;
  /** Milliseconds after which trying again makes sense; becomes `Retry-After` or the next activity attempt. */
  retryAfterMs?: number;
  /** No further attempt is worth it, whatever the class of the code. Default: false. */
  isFinal?: boolean;
}

/** A failure the caller can act on. Its message reaches API clients: no secrets, no internals. */
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

  /** The same failure after which no further attempt is made, with something more to know about it. */
  asFinal(more: Record<string, unknown> = {}): AppError {
    const { loc, ctx, input, cause } = this;
    return new AppError(this.code, this.message, {
      loc,
      ctx: { ...ctx, ...more },
      input,
      cause,
      isFinal: true,
    });
  }
}

/** A request that is wrong in one or more places; all of them are reported at once. Status 422. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';

  constructor(readonly problems: Problem[]) {
    super(problems.map((problem) => `${problem.loc.join('.')}: ${problem.msg}`).join('; '));
  }
}
