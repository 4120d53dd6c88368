import { setTimeout as sleep } from 'node:timers/promises';

const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when `signal` aborts, immediately if it has aborted before. Returns a function that removes
 * the listener. A signal gets a single native listener for all of them, so that many calls can share a signal
 * without a MaxListenersExceededWarning.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const listeners = listenersOf.get(signal) ?? new Set();
  listenersOf.set(signal, listeners);
  const entry = () => listener(); // unique, because a function may be registered repeatedly
  listeners.add(entry);
  signal.addEventListener('abort', callListeners, { once: true }); // does nothing when repeated
  return () => {
    listeners.delete(entry);
    if (listeners.size === 0) signal.removeEventListener('abort', callListeners);
  };
}

function callListeners({ target }: Event): void {
  for (const listener of listenersOf.get(target as AbortSignal) ?? []) listener();
}

/**
 * Returns a controller that aborts with the first of `signals`, with its reason. Abort it when its work is
 * over: that removes its listeners. Not `AbortSignal.any`, which in Node.js 20 leaks memory at a long-lived
 * signal with every call.
 */
export function createLinkedController(...signals: readonly (AbortSignal | undefined)[]): AbortController {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal === undefined) continue;
    const leave = onAbort(signal, () => controller.abort(signal.reason));
    onAbort(controller.signal, leave);
  }
  return controller;
}

/** Resolves like `promise`, or rejects with the signal's reason if the signal aborts first. */
export async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = onAbort(signal, () => reject(signal.reason));
  });
  try {
    // First, so that it wins when both are settled already.
    return await Promise.race([aborted, promise]);
  } catch (error) {
    signal.throwIfAborted(); // `promise` may have rejected because of the abort
    throw error;
  } finally {
    leave();
  }
}

/**
 * Resolves after `delayMs`.
 * @throws the reason of the signal if it aborts before
 */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  const waiting = createLinkedController(signal);
  try {
    await sleep(delayMs, undefined, { signal: waiting.signal });
  } catch {
    signal.throwIfAborted();
  } finally {
    waiting.abort();
  }
}
