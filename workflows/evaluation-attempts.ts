import type { EvaluationAttempts, ReplyFailure } from './contracts';

/** With the backoff between them, about half an hour of a failing provider. */
const MAX_FAILED_ROUNDS = 12;
const MAX_BACKOFF_MS = 300_000;
/** The maximum time spent on a provider that asks to wait. */
const MAX_TOTAL_WAIT_MS = 86_400_000;

export function firstAttempts(now: number): EvaluationAttempts {
  return { rounds: 0, failedRounds: 0, giveUpAt: now + MAX_TOTAL_WAIT_MS };
}

/**
 * Records a round and returns the backoff before the next one, in milliseconds. Null: no further round, because nothing
 * failed that may succeed later, or a limit is reached.
 */
export function recordRound(
  attempts: EvaluationAttempts,
  failures: readonly ReplyFailure[],
  retryMs: number,
  now: number,
): number | null {
  const retryable = failures.filter(({ retry }) => retry !== 'never');
  if (retryable.length === 0) return null;
  const backoffMs = Math.min(retryMs * 2 ** attempts.rounds, MAX_BACKOFF_MS);
  attempts.rounds += 1;
  if (retryable.some(({ retry }) => retry === 'transient')) attempts.failedRounds += 1;
  const waitMs = Math.max(backoffMs, ...retryable.map(({ retryAfterMs }) => retryAfterMs ?? 0));
  const mayRetry = attempts.failedRounds < MAX_FAILED_ROUNDS && now + waitMs < attempts.giveUpAt;
  return mayRetry ? waitMs : null;
}
