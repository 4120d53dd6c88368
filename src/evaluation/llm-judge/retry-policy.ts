import type { AppError } from '../../platform/errors/app-error';

/** How often one question has been asked, and since when. */
export interface CallsSoFar {
  calls: number;
  elapsedMs: number;
}

/** Milliseconds to wait before a question is asked again whose provider is busy or down; null to give it up. */
export type RetryPolicy = (error: AppError, asked: CallsSoFar) => number | null;

/** A busy provider that asks for a longer wait is left to whoever repeats the evaluation. */
const maxWaitMs = 2_000;
const defaultWaitMs = 250;

/** Asks once more, for whoever has a way of its own to repeat evaluations or does not want to wait. */
export const retryOnce: RetryPolicy = (error, { calls }) => {
  const waitMs = error.retryAfterMs ?? defaultWaitMs;
  return calls === 1 && waitMs <= maxWaitMs ? waitMs : null;
};
