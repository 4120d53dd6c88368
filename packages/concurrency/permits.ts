import type { Semaphore } from 'async-mutex';
import { rejectOnAbort } from './abort-signals';

export interface WaitOptions {
  signal: AbortSignal;
  /**
   * The workspace that the call is for; waiting workspaces are served round robin. Absent in processes that
   * serve one workspace.
   */
  workspaceId?: string;
  /** Called when the caller has to wait. Not called when a permit is free. */
  onQueued?: () => Promise<void>;
}

/**
 * The permits of a provider in this process. Waiting calls are served round robin by workspace, in the order
 * of its calls: a judge that sends a hundred calls delays another workspace's call by one, not by a hundred.
 */
export class Permits {
  private used = 0;
  /** Waiting calls by workspace; the first workspace is served next. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private max: number) {}

  get limit(): number {
    return this.max;
  }

  /** Permits that can be acquired without waiting. */
  get freeCount(): number {
    return Math.max(0, this.max - this.used);
  }

  get hasWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Changes their number. After a reduction, waiting calls get none until fewer than `limit` are in use. */
  resize(limit: number): void {
    this.max = limit;
    while (this.used < this.max && this.waiting.size > 0) {
      this.used += 1;
      this.passOn();
    }
  }

  /** Acquires one permit and returns its release function, which must be called once. */
  async acquire(workspaceId: string): Promise<() => void> {
    if (this.freeCount > 0) {
      this.used += 1;
    } else {
      await new Promise<void>((resolve) => {
        const own = this.waiting.get(workspaceId);
        if (own === undefined) this.waiting.set(workspaceId, [resolve]);
        else own.push(resolve);
      });
    }
    return () => this.release();
  }

  /** Passes the permit to the next waiting call; it is never free in between. */
  private release(): void {
    if (this.waiting.size === 0 || this.used > this.max) this.used -= 1;
    else this.passOn();
  }

  private passOn(): void {
    const [turn] = this.waiting;
    if (turn === undefined) return;
    const [workspaceId, own] = turn;
    const next = own.shift();
    this.waiting.delete(workspaceId);
    if (own.length > 0) this.waiting.set(workspaceId, own);
    next?.();
  }
}

/**
 * Acquires one permit and returns its release function. Calls `onQueued` only when none is free. Rejects with
 * the reason of the signal if it aborts first; a permit that arrives later passes to the next waiting call.
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

/** `permit` is already queued, so a slow `onQueued` does not lose its place. */
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
