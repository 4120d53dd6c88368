import { setTimeout as sleep } from 'node:timers/promises';
import { rejectOnAbort } from '../../platform/concurrency/reject-on-abort';
import type { Logger } from '../../platform/logging';
import { ApiError } from './client/api-errors';
import type { Heartbeat } from './client/wire';

const MAX_PAUSE_MS = 30_000;

/** The run was cancelled through the service. */
export class RunCancelledError extends Error {
  override readonly name = 'RunCancelledError';
}

/** The lease expired locally before a heartbeat succeeded; another runner may have claimed the run. */
export class LeaseExpiredError extends Error {
  override readonly name = 'LeaseExpiredError';
}

export interface LeaseHold {
  leaseSeconds: number;
  /** Sends one heartbeat. */
  beat(signal: AbortSignal): Promise<Heartbeat>;
  logger: Logger;
}

/**
 * Runs `work` while sending heartbeats at every third of the lease. The signal passed to `work` is aborted
 * when the lease is lost, the run has ended or was cancelled, or `signal` is aborted.
 * @throws the errors of `work`, or the abort reason of its signal
 */
export async function withLease<Result>(
  hold: LeaseHold,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const held = new AbortController();
  const abort = () => held.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const done = new AbortController();
  const beating = sendHeartbeats(hold, held, done.signal);
  try {
    // Work that ignores its signal must not block the runner after the lease is lost.
    return await rejectOnAbort(work(held.signal), held.signal);
  } catch (error) {
    held.signal.throwIfAborted();
    throw error;
  } finally {
    done.abort();
    await beating;
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Sends heartbeats until the work is done or `held` is aborted. Aborts `held` when the lease expires. Never
 * rejects.
 */
async function sendHeartbeats(
  { leaseSeconds, beat, logger }: LeaseHold,
  held: AbortController,
  done: AbortSignal,
): Promise<void> {
  const leaseMs = leaseSeconds * 1_000;
  const pauseMs = Math.min(leaseMs / 3, MAX_PAUSE_MS);
  const expire = () => held.abort(new LeaseExpiredError(`No heartbeat succeeded for ${leaseSeconds} s`));
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  for (const signal of [done, held.signal]) signal.addEventListener('abort', stop, { once: true });
  let expiry = setTimeout(expire, leaseMs);
  try {
    while (!stopped.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: stopped.signal });
      const sentAt = performance.now(); // the service extends the lease after this, never before
      const isHeld = await sendHeartbeat(beat, held, stopped.signal, logger);
      if (!isHeld) continue;
      clearTimeout(expiry);
      expiry = setTimeout(expire, leaseMs - (performance.now() - sentAt));
    }
  } catch (error) {
    if (!stopped.signal.aborted) held.abort(error);
  } finally {
    clearTimeout(expiry);
  }
}

/** Returns whether the service has extended the lease. Aborts `held` if it never will. */
async function sendHeartbeat(
  beat: LeaseHold['beat'],
  held: AbortController,
  signal: AbortSignal,
  logger: Logger,
): Promise<boolean> {
  try {
    const { cancel_requested: isCancelled } = await beat(signal);
    if (isCancelled) held.abort(new RunCancelledError('The run was cancelled'));
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) held.abort(error);
    else logger.warn({ err: error }, 'heartbeat failed');
    return false;
  }
}
