import type { RetryPolicy } from '../../evaluation/llm-judge/retry-policy';
import { errorCatalog } from '../../platform/errors/app-error';

const MAX_CALLS = 4;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;

/**
 * Retries an unavailable provider up to four times, and a busy one for ten minutes: no later try follows.
 */
export const batchRetryPolicy: RetryPolicy = (error, { calls, elapsedMs }) => {
  const pauseMs = error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** (calls - 1), MAX_PAUSE_MS);
  const isWait = errorCatalog[error.code].retry === 'wait';
  const mayRepeat = isWait ? elapsedMs + pauseMs <= MAX_WAIT_MS : calls < MAX_CALLS;
  return mayRepeat ? pauseMs : null;
};
