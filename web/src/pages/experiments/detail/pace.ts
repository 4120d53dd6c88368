import type { Experiment } from '../../../api/types';
import { getProgress, isOpen } from '../shared/experiment-state';

/** The number of ended items at a time. */
export interface ProgressSample {
  /** Milliseconds since the epoch. */
  at: number;
  done: number;
}

export interface Pace {
  elapsedMs: number;
  /** Of the recent past; null while unknown. */
  itemsPerMinute: number | null;
  /** Null while unknown, and after the end. */
  remainingMs: number | null;
}

const RECENT_MS = 60_000;
/** A shorter time says little about the rate. */
const MIN_SPAN_MS = 5_000;

/** Adds a sample, and drops those that are older than needed. */
export function addSample(samples: readonly ProgressSample[], sample: ProgressSample): ProgressSample[] {
  const { at } = samples.at(-1) ?? { at: 0 };
  if (at >= sample.at) return [...samples];
  const recent = samples.filter((one) => sample.at - one.at <= RECENT_MS);
  return [...recent, sample];
}

/** Elapsed time, rate and time left, from what was polled so far; before the first minute, since the start. */
export function getPace(
  experiment: Pick<Experiment, 'status' | 'status_summary' | 'created_at' | 'requested_at' | 'completed_at'>,
  samples: readonly ProgressSample[],
  now: number,
): Pace {
  const { created_at, requested_at, completed_at } = experiment;
  const start = Date.parse(requested_at);
  const elapsedMs = Math.max(0, (completed_at === null ? now : Date.parse(completed_at)) - start);
  if (!isOpen(experiment)) return { elapsedMs, itemsPerMinute: null, remainingMs: null };
  const { done, total } = getProgress(experiment);
  // The items of earlier executions ended before a retry was requested.
  const sinceStart = created_at === requested_at ? { at: start, done: 0 } : undefined;
  const from = [samples[0], sinceStart].find(
    (sample) => sample !== undefined && now - sample.at >= MIN_SPAN_MS,
  );
  const perMs = from === undefined ? 0 : (done - from.done) / (now - from.at);
  if (perMs <= 0) return { elapsedMs, itemsPerMinute: from === undefined ? null : 0, remainingMs: null };
  return { elapsedMs, itemsPerMinute: 60_000 * perMs, remainingMs: (total - done) / perMs };
}
