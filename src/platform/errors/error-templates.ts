import { AppError, type AppErrorOptions } from './app-error';

// One template for the message of each code that several places report. All other codes are reported in one place.

/** A resource is not in the workspace, or was deleted. */
export function resourceNotFound(resource: string, options: AppErrorOptions = {}): AppError {
  return new AppError('not_found', `${resource} not found`, options);
}

/**
 * The path names a resource that is not in the workspace. The same for one of another workspace: repositories read by
 * workspace id, so they do not find it.
 */
export function notFound(resource: string, parameter: string): AppError {
  return resourceNotFound(resource, { loc: ['path', parameter] });
}

/** The state of a resource excludes the request: `problem` names the state, and what the caller can do. */
export function conflict(problem: string, options: AppErrorOptions = {}): AppError {
  return new AppError('conflict', problem, options);
}

/** The lease of a request has expired, or another one replaced it; `ctx` has the status of what it was on. */
export function leaseLost(resource: 'run' | 'item', leaseId: string, ctx: Record<string, unknown>): AppError {
  return new AppError('lease_lost', `The lease has expired or does not hold the ${resource}`, {
    loc: ['body', 'lease_id'],
    input: leaseId,
    ctx,
  });
}

/** A value that is refused for `problem`, which begins in lower case. */
export function valueError(problem: string, options: AppErrorOptions): AppError {
  return new AppError('value_error', `Value error, ${problem}`, {
    ...options,
    ctx: { error: problem, ...options.ctx },
  });
}

export function unsupportedMediaType(
  header: 'Content-Type' | 'Content-Encoding',
  accepted: readonly string[],
): AppError {
  return new AppError('unsupported_media_type', `${header} not accepted. Accepted: ${accepted.join(', ')}`, {
    loc: ['header', header.toLowerCase()],
    ctx: { accepted },
  });
}

/** The body or the headers did not arrive in time; `accepted` is the slowest pace. */
export function requestTimeout(accepted: string, options: AppErrorOptions = {}): AppError {
  return new AppError(
    'request_timeout',
    `The request did not arrive in time. Accepted: ${accepted}`,
    options,
  );
}

export function notAuthenticated(accepted: string): AppError {
  return new AppError('not_authenticated', `Authentication required. Send ${accepted}`);
}

export function sessionExpired(): AppError {
  return new AppError('session_expired', 'The session is unknown or has ended. Sign in again', {
    loc: ['cookie', 'assay_session'],
  });
}

export function workspaceForbidden(loc: string[]): AppError {
  return new AppError('workspace_forbidden', 'You are not a member of this workspace', { loc });
}

export function roleInsufficient(needed: string, actual: string): AppError {
  return new AppError('role_insufficient', `Role ${needed} required. Your role is ${actual}`, {
    ctx: { needed, actual },
  });
}

export function credentialForbidden(credential: string, accepted: string): AppError {
  return new AppError('credential_forbidden', `${credential} cannot do this. Use ${accepted}`);
}

export function rateLimited(what: string, retryAfterMs: number): AppError {
  return new AppError('rate_limited', `Too many ${what}; retry later`, { retryAfterMs });
}

/** `limit` is the name of the limit of a workspace or an account. */
export function limitReached(
  owner: 'workspace' | 'account',
  facts: { limit: string; used: number; max: number },
  retryAfterMs: number,
): AppError {
  const message = `The ${owner} has reached its limit of ${facts.max} ${facts.limit}`;
  return new AppError('limit_reached', message, { ctx: facts, retryAfterMs });
}

/** `advice` says where to look. */
export function internalError(advice: string, options: AppErrorOptions = {}): AppError {
  return new AppError('internal_error', `Unexpected error. ${advice}`, options);
}

export function temporalUnavailable(problem: string, options: AppErrorOptions): AppError {
  return new AppError('temporal_unavailable', `Temporal unavailable: ${problem}; retry later`, options);
}
