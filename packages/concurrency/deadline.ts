import { createLinkedController, onAbort, rejectOnAbort } from './abort-signals';

export interface Deadline {
  /** Ends the work earlier, with its reason. */
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** The error when the time is over. */
  timeoutError: Error;
}

/**
 * Runs `work` with a signal that aborts when the time is over or the caller aborts. Returns in time even if
 * `work` ignores the signal, which also aborts when this returns.
 * @throws `timeoutError`, the reason of the caller's signal, and the errors of `work`
 */
export async function withDeadline<Result>(
  { signal, timeoutMs, timeoutError }: Deadline,
  work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limited = createLinkedController(signal);
  abortAfter(limited, timeoutMs, timeoutError);
  try {
    limited.signal.throwIfAborted();
    return await rejectOnAbort(work(limited.signal), limited.signal);
  } finally {
    limited.abort();
  }
}

/**
 * Aborts a controller with `reason` after `timeoutMs`, unless it is aborted before or the returned function is
 * called.
 */
export function abortAfter(controller: AbortController, timeoutMs: number, reason: Error): () => void {
  const timer = setTimeout(() => controller.abort(reason), timeoutMs);
  const leave = onAbort(controller.signal, () => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    leave();
  };
}
