import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging';
import type { ReconcilerPass } from './pass';

export interface PassIntervals {
  /** Milliseconds from the end of a complete or failed pass to the next one. */
  pauseMs: number;
  /** Milliseconds to the next pass while a round is incomplete. */
  continueMs: number;
}

export interface RepeatOptions extends PassIntervals {
  /** The subject of the passes, for the log. */
  name: string;
  logger: Logger;
  signal: AbortSignal;
}

/**
 * Repeats passes until the signal aborts. The pause begins when a pass has ended, so that passes never
 * overlap. With an interval, each tick would add another pass, and its calls, while Temporal hangs.
 */
export async function repeatPasses(
  pass: ReconcilerPass,
  { name, logger, signal, pauseMs, continueMs }: RepeatOptions,
): Promise<void> {
  while (!signal.aborted) {
    const isComplete = await runPass(pass, name, logger, signal);
    await sleep(isComplete ? pauseMs : continueMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns whether to pause before the next pass. */
async function runPass(
  pass: ReconcilerPass,
  name: string,
  logger: Logger,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await pass(signal)).isComplete;
  } catch (error) {
    logger.warn({ err: error }, `reconciliation of ${name} failed; it will be retried`);
    return true;
  }
}
