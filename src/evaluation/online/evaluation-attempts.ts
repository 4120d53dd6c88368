import type { RetryClass } from '../../platform/errors/app-error';

/** With the backoff between them, about half an hour of a failing provider. */
const MAX_FAILED_ROUNDS = 12;
const MAX_BACKOFF_MS = 300_000;
/** The maximum time spent on a provider that asks to wait. */
const MAX_TOTAL_WAIT_MS = 86_400_000;

/** Why a reply, or all of a conversation, could not be evaluated. */
export interface EvaluationFailure {
  code: string;
  retry: RetryClass;
  /** The provider's Retry-After in milliseconds; null without one. */
  retryAfterMs: number | null;
}

/** The rounds of a conversation so far; in each, all of its open replies are tried. */
export interface EvaluationAttempts {
  rounds: number;
  /** The rounds with a failure other than a provider's request to wait. */
  failedRounds: number;
  /** Milliseconds since the epoch. */
  giveUpAt: number;
  /** Position of the last reply that this round has tried; -1 before the first. */
  position: number;
  /** What may succeed later, of the failures of this round; null: nothing. */
  retry: { hasFailed: boolean; retryAfterMs: number } | null;
}

export function firstAttempts(now: number): EvaluationAttempts {
  return { rounds: 0, failedRounds: 0, giveUpAt: now + MAX_TOTAL_WAIT_MS, position: -1, retry: null };
}

/** Adds failures to those of the round. */
export function addFailures(
  attempts: EvaluationAttempts,
  failures: readonly EvaluationFailure[],
): EvaluationAttempts {
  const retryable = failures.filter(({ retry }) => retry !== 'never');
  if (retryable.length === 0) return attempts;
  const { hasFailed = false, retryAfterMs = 0 } = attempts.retry ?? {};
  return {
    ...attempts,
    retry: {
      hasFailed: hasFailed || retryable.some(({ retry }) => retry === 'transient'),
      retryAfterMs: Math.max(retryAfterMs, ...retryable.map((one) => one.retryAfterMs ?? 0)),
    },
  };
}

/**
 * Ends a round, and returns the backoff before the next one, in milliseconds. Null: no further round, because nothing
 * failed that may succeed later, or a limit is reached.
 */
export function completeRound(
  attempts: EvaluationAttempts,
  retryMs: number,
  now: number,
): { attempts: EvaluationAttempts; waitMs: number } | null {
  const { rounds, failedRounds, giveUpAt, retry } = attempts;
  if (retry === null) return null;
  const failed = failedRounds + (retry.hasFailed ? 1 : 0);
  const waitMs = Math.max(Math.min(retryMs * 2 ** rounds, MAX_BACKOFF_MS), retry.retryAfterMs);
  if (failed >= MAX_FAILED_ROUNDS || now + waitMs >= giveUpAt) return null;
  return {
    attempts: { ...attempts, rounds: rounds + 1, failedRounds: failed, position: -1, retry: null },
    waitMs,
  };
}
