import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError, type RunHeartbeat } from '../../../packages/client';
import { abortAfter, createLinkedController, rejectOnAbort } from '../../../packages/concurrency';
import type { Logger } from '../../platform/logging';
import { mayRecover } from './may-recover';

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
  beat(signal: AbortSignal): Promise<RunHeartbeat>;
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
  const leaseController = createLinkedController(signal);
  const beating = createLinkedController(leaseController.signal);
  const beats = sendHeartbeats(hold, leaseController, beating.signal);
  try {
    // Work that ignores its signal must not block the runner after the lease is lost.
    return await rejectOnAbort(work(leaseController.signal), leaseController.signal);
  } finally {
    beating.abort();
    await beats;
    leaseController.abort();
  }
}

/**
 * Sends heartbeats until `signal` aborts. Aborts `leaseController` when the lease expires or is lost. Never rejects.
 */
async function sendHeartbeats(
  { leaseSeconds, beat, logger }: LeaseHold,
  leaseController: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const leaseMs = leaseSeconds * 1_000;
  const pauseMs = Math.min(leaseMs / 3, MAX_PAUSE_MS);
  const expireAfter = (delayMs: number) =>
    abortAfter(
      leaseController,
      delayMs,
      new LeaseExpiredError(`No heartbeat succeeded for ${leaseSeconds} s`),
    );
  let cancelExpiry = expireAfter(leaseMs);
  try {
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal });
      const sentAt = performance.now(); // the service extends the lease after this, never before
      const isHeld = await sendHeartbeat(beat, leaseController, signal, logger);
      if (!isHeld) continue;
      cancelExpiry();
      cancelExpiry = expireAfter(leaseMs - (performance.now() - sentAt));
    }
  } catch (error) {
    if (!signal.aborted) leaseController.abort(error);
  } finally {
    cancelExpiry();
  }
}

/** Returns whether the service has extended the lease. Aborts `leaseController` if it never will. */
async function sendHeartbeat(
  beat: LeaseHold['beat'],
  leaseController: AbortController,
  signal: AbortSignal,
  logger: Logger,
): Promise<boolean> {
  try {
    const { cancel_requested: isCancelled } = await beat(signal);
    if (isCancelled) leaseController.abort(new RunCancelledError('The run was cancelled'));
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AssayError && !mayRecover(error)) leaseController.abort(error);
    else logger.warn({ err: error }, 'heartbeat failed');
    return false;
  }
}
