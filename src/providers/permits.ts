import type { Semaphore } from 'async-mutex';
import type { ChatOptions } from './chat-model';

/**
 * Takes one permit and returns what gives it back. `onQueued` is called only when none is free; rejects with
 * the reason of the signal when it aborts first, and a permit that comes too late goes to the next in line.
 */
export async function acquirePermit(semaphore: Semaphore, options: ChatOptions): Promise<() => void> {
  const { signal, onQueued } = options;
  signal.throwIfAborted();
  const isFull = semaphore.isLocked();
  // The place in the queue is taken before onQueued runs, so a slow callback does not lose it.
  const permit = semaphore.acquire().then(([, release]) => release);
  try {
    if (isFull) await onQueued?.();
    return await unlessAborted(permit, signal);
  } catch (error) {
    void permit.then((release) => release());
    throw error;
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
