import type { Schedule } from '../../../api/types';

/** How long a firing may take to create its experiment. */
const CREATION_MS = 5000;
/** Timers of browsers hold 24 days. */
const MAX_WAIT_MS = 3_600_000;

/** Milliseconds until the first of the next firings has created its experiment; false if none fires. */
export function msUntilFired(schedules: readonly Pick<Schedule, 'next_firing_at'>[]): number | false {
  const times = schedules.flatMap(({ next_firing_at: at }) => (at === null ? [] : [Date.parse(at)]));
  if (times.length === 0) return false;
  return Math.min(Math.max(Math.min(...times) - Date.now(), 0) + CREATION_MS, MAX_WAIT_MS);
}

/** What a schedule does when a firing overlaps. */
export const overlapNames: Record<Schedule['overlap'], string> = {
  skip: 'Skip the firing',
  queue: 'Queue the firing',
};
