import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import type { ItemFailure } from './contracts';

/** Returns code and message of an activity that failed permanently. */
export function describeFailure(error: unknown): ItemFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure)
    return { code: cause.type ?? 'internal_error', message: cause.message };
  if (cause instanceof TimeoutFailure) return { code: 'attempts_timed_out', message: 'Every try timed out' };
  return { code: 'internal_error', message: cause instanceof Error ? cause.message : String(cause) };
}
