import type { EvaluationAttempts, ReplyFailure } from './contracts';

/** With the waits between them, about half an hour of a provider that fails. */
const MOST_FAILED_ROUNDS = 12;
const LONGEST_WAIT_MS = 300_000;
/** How long a provider that asks to wait is waited for. */
const PATIENCE_MS = 86_400_000;

export function firstAttempts(now: number): EvaluationAttempts {
  return { rounds: 0, failedRounds: 0, giveUpAt: now + PATIENCE_MS };
}

/**
 * Counts a round, and answers how many milliseconds to wait before the next one; null when there is to be none,
 * because nothing has failed, or nothing that may succeed later, or for too long.
 */
export function waitBeforeNext(
  attempts: EvaluationAttempts,
  failures: readonly ReplyFailure[],
  retryMs: number,
  now: number,
): number | null {
  const passing = failures.filter(({ retry }) => retry !== 'never');
  if (passing.length === 0) return null;
  const backoffMs = Math.min(retryMs * 2 ** attempts.rounds, LONGEST_WAIT_MS);
  attempts.rounds += 1;
  if (passing.some(({ retry }) => retry === 'transient')) attempts.failedRounds += 1;
  const waitMs = Math.max(backoffMs, ...passing.map(({ retryAfterMs }) => retryAfterMs ?? 0));
  const isWorthIt = attempts.failedRounds < MOST_FAILED_ROUNDS && now + waitMs < attempts.giveUpAt;
  return isWorthIt ? waitMs : null;
}
