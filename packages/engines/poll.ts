import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 100;

/** Repeats `attempt` until it returns true; errors count as "not yet". Rejects when `signal` is aborted. */
export async function pollUntil(attempt: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let lastError: unknown;
  while (!signal.aborted) {
    try {
      if (await attempt()) return;
    } catch (error) {
      lastError = error;
    }
    await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  const reason = lastError instanceof Error ? `: ${lastError.message}` : '';
  throw new Error(`Not ready in time${reason}`, { cause: lastError });
}
