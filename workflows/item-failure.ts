import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import type { ItemFailure } from './contracts';

/** Returns code and message of an activity that failed permanently. */
export function describeFailure(error: unknown): ItemFailure {
  const cause = causeOf(error);
  if (cause instanceof ApplicationFailure)
    return { code: cause.type ?? 'internal_error', message: cause.message };
  if (cause instanceof TimeoutFailure) return { code: 'attempts_timed_out', message: 'Every try timed out' };
  return { code: 'internal_error', message: cause instanceof Error ? cause.message : String(cause) };
}

/** US cents that went into an item that failed permanently; 0 if its last try reported none. */
export function costOfFailure(error: unknown): number {
  const cause = causeOf(error);
  const detail = cause instanceof ApplicationFailure ? cause.details?.[0] : null;
  const { costCents } = (detail ?? {}) as { costCents?: unknown };
  return typeof costCents === 'number' ? costCents : 0;
}

function causeOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? error.cause : error;
}
