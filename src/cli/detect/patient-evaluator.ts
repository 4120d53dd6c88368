import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, errorCatalog } from '../../errors/app-error';
import type { Evaluator } from '../../evaluators/evaluator';

const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const PATIENCE_MS = 10 * 60_000;

/**
 * An evaluator that asks again when its provider is down, up to four times, or busy, for ten minutes, and throws
 * the last error then.
 */
export function makePatient(evaluator: Evaluator, firstPauseMs = FIRST_PAUSE_MS): Evaluator {
  return {
    async evaluate(input, { signal }) {
      const lastStart = Date.now() + PATIENCE_MS;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await evaluator.evaluate(input, { signal });
        } catch (error) {
          if (!(error instanceof AppError) || error.isFinal) throw error;
          const pauseMs = error.retryAfterMs ?? Math.min(firstPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
          const isWait = errorCatalog[error.code].retry === 'wait';
          const mayRepeat = isWait ? Date.now() + pauseMs <= lastStart : attempt < MOST_ATTEMPTS;
          if (!mayRepeat) throw error;
          await sleep(pauseMs, undefined, { signal });
        }
      }
    },
  };
}
