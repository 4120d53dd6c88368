import type { Semaphore } from 'async-mutex';

export interface WaitOptions {
  signal: AbortSignal;
  /** On whose behalf: workspaces take turns. Absent in processes that serve one. */
  workspaceId?: string;
  /** Called when the caller has to wait. Not called when a permit is free. */
  onQueued?: () => Promise<void>;
}

/**
 * The permits of a provider in this process. Those who wait take turns by workspace, each in the order of its calls:
 * a judge that asks a hundred questions at once delays another workspace's call by one turn, not by a hundred.
 */
export class Permits {
  private free: number;
  /** Who waits, by workspace; the first workspace is the next to have a turn. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(limit: number) {
    this.free = limit;
  }

  /** How many may be taken without waiting. */
  get freeCount(): number {
    return this.free;
  }

  /** Takes one permit and returns what gives it back, which is to be called once. */
  async acquire(workspaceId: string): Promise<() => void> {
    if (this.free > 0) {
      this.free -= 1;
    } else {
      await new Promise<void>((resolve) => {
        const own = this.waiting.get(workspaceId);
        if (own === undefined) this.waiting.set(workspaceId, [resolve]);
        else own.push(resolve);
      });
    }
    return () => this.release();
  }

  /** Hands the permit to the next in turn, without it ever being free in between. */
  private release(): void {
    const [turn] = this.waiting;
    if (turn === undefined) {
      this.free += 1;
      return;
    }
    const [workspaceId, own] = turn;
    const next = own.shift();
    this.waiting.delete(workspaceId);
    if (own.length > 0) this.waiting.set(workspaceId, own);
    next?.();
  }
}

/**
 * Takes one permit and returns what gives it back. `onQueued` is called only when none is free; rejects with
 * the reason of the signal when it aborts first, and a permit that comes too late goes to the next in line.
 */
export async function acquirePermit(permits: Permits, options: WaitOptions): Promise<() => void> {
  options.signal.throwIfAborted();
  const isFull = permits.freeCount === 0;
  return waitFor(permits.acquire(options.workspaceId ?? ''), isFull, options);
}

/** The same for `count` units of a semaphore, in the order of the calls. */
export async function acquireUnits(
  semaphore: Semaphore,
  options: WaitOptions,
  count = 1,
): Promise<() => void> {
  options.signal.throwIfAborted();
  const isFull = semaphore.isLocked();
  const units = semaphore.acquire(count).then(([, release]) => release);
  return waitFor(units, isFull, options);
}

/** `permit` has its place in the queue already, so that a slow `onQueued` does not lose it. */
async function waitFor(
  permit: Promise<() => void>,
  isFull: boolean,
  { signal, onQueued }: WaitOptions,
): Promise<() => void> {
  try {
    if (isFull) await onQueued?.();
    return await rejectOnAbort(permit, signal);
  } catch (error) {
    void permit.then((release) => release());
    throw error;
  }
}

/** What `promise` resolves with, unless the signal aborts first: then its reason is thrown. */
export async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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
