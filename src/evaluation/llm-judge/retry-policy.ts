import type { AppError } from '../../platform/errors/app-error';

/** How often one question has been asked, and since when. */
export interface Asked {
  calls: number;
  forMs: number;
}

/** Milliseconds to wait before a question is asked again whose provider is busy or down; null to give it up. */
export type Patience = (error: AppError, asked: Asked) => number | null;

/** A busy provider that asks for a longer wait is left to whoever repeats the evaluation. */
const longestWaitMs = 2_000;
const defaultWaitMs = 250;

/** Asks once more, for whoever has a way of its own to repeat evaluations or does not want to wait. */
export const briefPatience: Patience = (error, { calls }) => {
  const waitMs = error.retryAfterMs ?? defaultWaitMs;
  return calls === 1 && waitMs <= longestWaitMs ? waitMs : null;
};
