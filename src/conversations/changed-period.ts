const HOUR_MS = 3_600_000;

/** How long the periods are of which changes are noted. */
export const periodMs = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
export type PeriodLevel = keyof typeof periodMs;

/** An hour or a day of UTC. */
export interface Period {
  level: PeriodLevel;
  start: Date;
}

/** A note that what analytics count in a period of a workspace has changed. */
export interface PeriodMark extends Period {
  /** Unlike any other mark's. */
  id: string;
  workspaceId: string;
}

/** Every hour and every day in which one of the times lies, each once. */
export function periodsOf(times: Iterable<Date>): Period[] {
  const starts = { hour: new Set<number>(), day: new Set<number>() };
  for (const time of times) {
    starts.hour.add(startOf(time, 'hour'));
    starts.day.add(startOf(time, 'day'));
  }
  return (['hour', 'day'] as const).flatMap((level) =>
    [...starts[level]].map((start) => ({ level, start: new Date(start) })),
  );
}

/** The first time after a period. */
export function endOf({ level, start }: Period): Date {
  return new Date(start.getTime() + periodMs[level]);
}

export function startOfDay(time: Date): Date {
  return new Date(startOf(time, 'day'));
}

function startOf(time: Date, level: PeriodLevel): number {
  return Math.floor(time.getTime() / periodMs[level]) * periodMs[level];
}
