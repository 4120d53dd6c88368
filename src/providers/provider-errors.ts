import { APIConnectionTimeoutError, APIError } from 'openai';
import { AppError, type AppErrorOptions, type ErrorCode } from '../platform/errors/app-error';
import { parseRetryAfter } from '../platform/http/retry-after';
import type { ChatReply } from './chat-model';
import { toCents } from './prices';
import type { ReportedError } from './reported-error';

const maxExcerptLength = 500;
const defaultRateLimitWaitMs = 1_000;
/** Upper bound of Retry-After: a broken header must not delay work for years. */
const maxRetryAfterMs = 3_600_000;

export interface FailedCall {
  provider: string;
  /** Removed from error messages of the provider, since some echo it. */
  apiKey: string | null;
}

/** Usage of a call as counted by the provider; the cost is null without a price. */
export type ProviderUsage = Pick<ChatReply, 'inputTokens' | 'costUsd'>;

/** An unusable response, with its usage; null if the provider reports none. */
export class UnusableReplyError extends AppError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly usage: ProviderUsage | null,
    options?: AppErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** Why a response has no usable reply. What was filtered or ended at a limit is the same when it is asked for again. */
export type UnusableReply = 'unreadable' | 'filtered' | 'truncated';

/**
 * Maps a failed call to an AppError. The original error is the cause only of a failed connection. The
 * response of a provider is quoted truncated and redacted; its raw form must reach neither logs nor clients.
 */
export function toProviderError(error: unknown, call: FailedCall): AppError {
  if (error instanceof APIConnectionTimeoutError) return timeoutError(call);
  if (error instanceof APIError && error.status !== undefined) {
    const { status, code = null, headers } = error;
    const message = error.message.replace(`${status} `, '');
    return statusError({ status, code, message }, { headers, origin: `responded ${status}` }, call);
  }
  // The body was read completely and is not JSON. A truncated body is a failed connection instead.
  if ((error as { name?: unknown } | null)?.name === 'SyntaxError')
    return unusableReply(call, { kind: 'unreadable', reason: 'the body is not JSON' }, null);
  return unavailable(call, 'the connection failed', { cause: error });
}

export function timeoutError({ provider }: Pick<FailedCall, 'provider'>, timeoutMs?: number): AppError {
  const within = timeoutMs === undefined ? 'in time' : `within ${timeoutMs} ms`;
  return new AppError('provider_timeout', `${provider} did not respond ${within}`);
}

function unavailable({ provider }: FailedCall, reason: string, options: AppErrorOptions): AppError {
  return new AppError('provider_unavailable', `${provider} is unavailable: ${reason}`, options);
}

export function unusableReply(
  { provider }: Pick<FailedCall, 'provider'>,
  { kind, reason }: { kind: UnusableReply; reason: string },
  usage: ProviderUsage | null,
): AppError {
  return new UnusableReplyError(
    `provider_reply_${kind}`,
    `${provider} returned no usable reply: ${reason}`,
    usage,
  );
}

/** Maps an error in the body of a successful response as if its code was the status. */
export function toReportedError(
  error: ReportedError,
  { headers, usage }: { headers: Headers; usage: ProviderUsage | null },
  call: FailedCall,
): AppError {
  const { status, message } = error;
  if (status === null) {
    return unusableReply(call, { kind: 'unreadable', reason: excerpt(message, call) }, usage);
  }
  const origin = `responded 200 with an error ${status}`;
  const mapped = statusError({ ...error, status }, { headers, origin }, call);
  if (usage === null) return mapped;
  const { code, retryAfterMs } = mapped;
  return new UnusableReplyError(
    code,
    mapped.message,
    usage,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

type ErrorLike = { code?: unknown; cause?: unknown } | null | undefined;

const neverSentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * Cost of a failed call in US cents, as counted by the provider; 0 if the request was rejected or never sent.
 * Null if the cost is unknown: the call was aborted, ended without a response that reports usage, or has no known price.
 */
export function costOfFailedCall(error: unknown): number | null {
  if (error instanceof UnusableReplyError) return toCents(error.usage?.costUsd ?? null);
  if (!(error instanceof AppError) || error.code === 'provider_timeout') return null;
  const codes: unknown[] = [];
  for (let cause = error.cause as ErrorLike; cause; cause = cause.cause as ErrorLike) codes.push(cause.code);
  const isConnectionFailure = error.cause !== undefined;
  return isConnectionFailure && !codes.some((code) => neverSentCodes.includes(String(code))) ? null : 0;
}

/**
 * Milliseconds to wait according to `retry-after-ms` (OpenAI) or `Retry-After`, at most one hour; undefined without a
 * valid header.
 */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = headers?.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(milliseconds)) return clamp(Number(milliseconds));
  const waitMs = parseRetryAfter(headers?.get('retry-after'), now);
  return waitMs === null ? undefined : clamp(waitMs);
}

function statusError(
  { status, code, message: text }: ReportedError & { status: number },
  { headers, origin }: { headers: Headers | undefined; origin: string },
  call: FailedCall,
): AppError {
  const reason = `${origin}: ${excerpt(text, call)}`;
  const message = `${call.provider} ${reason}`;
  const wait = retryAfterMs(headers, Date.now());
  // OpenAI also responds 429 for an exhausted quota, which waiting does not restore.
  if (status === 429 && code !== 'insufficient_quota') {
    return new AppError('provider_rate_limited', message, { retryAfterMs: wait ?? defaultRateLimitWaitMs });
  }
  if (status === 408 || status === 409 || status >= 500) {
    return unavailable(call, reason, wait === undefined ? {} : { retryAfterMs: wait });
  }
  return new AppError('provider_rejected', message);
}

function excerpt(text: string, { apiKey }: FailedCall): string {
  // Redacted before truncation: truncation could otherwise leave the first half of a key.
  const scrubbed = apiKey === null ? text : text.replaceAll(apiKey, '[key]');
  return scrubbed.slice(0, maxExcerptLength).toWellFormed();
}

function clamp(milliseconds: number): number {
  return Math.round(Math.min(milliseconds, maxRetryAfterMs));
}
