const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when the signal aborts. Returns a function that removes it. A signal gets one native listener for all
 * requests that share it, because Node.js 20 warns of more than ten. Not `AbortSignal.any`, which there leaks memory at a
 * long-lived signal with every call.
 */
function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const listeners = listenersOf.get(signal) ?? new Set();
  listenersOf.set(signal, listeners);
  listeners.add(listener);
  signal.addEventListener('abort', callListeners); // does nothing when repeated
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) signal.removeEventListener('abort', callListeners);
  };
}

function callListeners({ target }: Event): void {
  for (const listener of listenersOf.get(target as AbortSignal) ?? []) listener();
}

/**
 * Runs `work` with a signal that aborts after `timeoutMs` or with `signal`.
 * @throws the errors of `work`
 */
export async function withTimeout<Result>(
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
  work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const limited = new AbortController();
  const leave = onAbort(signal, () => limited.abort(signal?.reason));
  const timer = setTimeout(() => limited.abort(new Error(`timeout after ${timeoutMs} ms`)), timeoutMs);
  try {
    return await work(limited.signal);
  } finally {
    clearTimeout(timer);
    leave();
  }
}

/**
 * Resolves after `delayMs`.
 * @throws the reason of the signal if it aborts before
 */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      leave();
      resolve();
    }, delayMs);
    const leave = onAbort(signal, () => {
      clearTimeout(timer);
      leave();
      reject(signal?.reason);
    });
  });
}
