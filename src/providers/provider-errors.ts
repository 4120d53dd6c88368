import { APIConnectionTimeoutError, APIError } from 'openai';
import { AppError } from '../platform/errors/app-error';
import type { ChatReply } from './chat-model';

const maxExcerptLength = 500;
const defaultRateLimitWaitMs = 1_000;
/** A peer that asks for more is asked again after an hour: a broken header must not park work for years. */
const maxRetryAfterMs = 3_600_000;

export interface FailedCall {
  provider: string;
  /** Removed from whatever the provider says, since some echo it. */
  apiKey: string | null;
}

/** What the provider counted for a call; the cost is null without a price. */
export type ProviderUsage = Pick<ChatReply, 'inputTokens' | 'costUsd'>;

/** An answer that is no use, with what it took; null where the provider does not say. */
export class UnreadableReplyError extends AppError {
  constructor(
    message: string,
    readonly spent: ProviderUsage | null,
  ) {
    super('provider_reply_unreadable', message);
  }
}

/**
 * Says what a failed call means for its caller. The original error is a cause only where the connection
 * failed: a provider's answer is quoted cut and scrubbed, and its raw form must reach neither log nor client.
 */
export function toProviderError(error: unknown, call: FailedCall): AppError {
  if (error instanceof APIConnectionTimeoutError) return timeoutError(call);
  if (error instanceof APIError && error.status !== undefined) return statusError(error, error.status, call);
  // The body was read in full and is no JSON, unlike a body that broke off, which is a failed connection.
  if ((error as { name?: unknown } | null)?.name === 'SyntaxError')
    return unreadableReply(call, 'the body is not JSON', null);
  return new AppError('provider_unavailable', `The connection to ${call.provider} failed`, { cause: error });
}

export function timeoutError({ provider }: FailedCall): AppError {
  return new AppError('provider_timeout', `${provider} did not answer in time`);
}

export function unreadableReply(
  { provider }: FailedCall,
  why: string,
  spent: ProviderUsage | null,
): AppError {
  return new UnreadableReplyError(`${provider} sent no usable reply: ${why}`, spent);
}

const neverSentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * What a failed call cost in US cents: what its provider counted; 0 where it was refused or never sent. Null where
 * nobody knows: it was cut off, or ended without a response that says.
 */
export function costOfFailedCall(error: unknown): number | null {
  if (error instanceof UnreadableReplyError)
    return error.spent === null ? null : (error.spent.costUsd ?? 0) * 100;
  if (!(error instanceof AppError) || error.code === 'provider_timeout') return null;
  const codes: unknown[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    codes.push((cause as { code?: unknown }).code);
  }
  const isConnectionFailure = error.cause !== undefined;
  return isConnectionFailure && !codes.some((code) => neverSentCodes.includes(String(code))) ? null : 0;
}

/**
 * Milliseconds to wait by `retry-after-ms` (OpenAI) or `Retry-After` (RFC 9110 section 10.2.3: seconds or an
 * HTTP date), between 0 and an hour; undefined without a readable header.
 */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = plainNumber(headers?.get('retry-after-ms'));
  if (milliseconds !== undefined) return clamp(milliseconds);
  const retryAfter = headers?.get('retry-after') ?? '';
  const seconds = plainNumber(retryAfter);
  if (seconds !== undefined) return clamp(seconds * 1_000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : clamp(date - now);
}

function statusError(error: APIError, status: number, call: FailedCall): AppError {
  const said = `${call.provider} answered ${status}: ${excerpt(error.message.replace(`${status} `, ''), call)}`;
  const wait = retryAfterMs(error.headers, Date.now());
  // OpenAI answers 429 also for an exhausted budget, which no waiting refills.
  if (status === 429 && error.code !== 'insufficient_quota') {
    return new AppError('provider_rate_limited', said, { retryAfterMs: wait ?? defaultRateLimitWaitMs });
  }
  if (status === 408 || status === 409 || status >= 500) {
    return new AppError('provider_unavailable', said, wait === undefined ? {} : { retryAfterMs: wait });
  }
  return new AppError('provider_rejected', said);
}

function excerpt(text: string, { apiKey }: FailedCall): string {
  // Scrubbed before the cut, or the cut could leave the first half of a key behind.
  const scrubbed = apiKey === null ? text : text.replaceAll(apiKey, '[key]');
  return scrubbed.slice(0, maxExcerptLength).toWellFormed();
}

function plainNumber(text: string | null | undefined): number | undefined {
  return text && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

function clamp(milliseconds: number): number {
  return Math.round(Math.min(Math.max(milliseconds, 0), maxRetryAfterMs));
}
