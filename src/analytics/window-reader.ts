import { addMessage } from './add-message';
import { readMarks } from './changed-marks';
import { floorTo, type Interval, splitWindow } from './interval';
import { type MarkedMoment, readPeriods } from './period-reader';
import { emptyRollup, type Rollup } from './rollup';
import type { RollupList } from './rollup-text';
import { type Moment, ownWithin, scanMessages } from './scan-messages';

export interface WindowQuery {
  window: Interval;
  /** What the answer needs; other lists may be empty. */
  lists: readonly RollupList[];
  /** Whether parts may be as long as a day, or an hour. */
  hasDays: boolean;
}

export interface WindowPart {
  start: number;
  rollup: Rollup;
}

/**
 * The rollups of the parts of a window, all as of one moment: whole days and hours from what is stored, the edges
 * counted from their messages. Merged, they are the rollup of the window.
 */
export async function readWindow(
  moment: Moment,
  { window, lists, hasDays }: WindowQuery,
): Promise<WindowPart[]> {
  const { days, hours, edges } = splitWindow(window, { hasDays });
  const marked: MarkedMoment = {
    ...moment,
    marks: await readMarks(moment, window, moment.session),
  };
  const parts: WindowPart[] = [];
  for (const interval of days) parts.push(...(await readPeriods(marked, 'day', interval, lists)));
  for (const interval of hours) parts.push(...(await readPeriods(marked, 'hour', interval, lists)));
  for (const interval of edges) {
    parts.push({ start: interval.start, rollup: await countEdge(moment, interval) });
  }
  return parts;
}

/** The messages that a query selects, in parts by the period of `size` milliseconds that they lie in. */
export async function scanParts(
  moment: Moment,
  query: Record<string, unknown>,
  size: number,
): Promise<WindowPart[]> {
  const rollups = new Map<number, Rollup>();
  await scanMessages(moment, query, (message) => {
    const start = size === Infinity ? 0 : floorTo(message.createdAt.getTime(), size);
    const rollup = rollups.get(start) ?? emptyRollup();
    rollups.set(start, rollup);
    addMessage(rollup, message);
  });
  return [...rollups].map(([start, rollup]) => ({ start, rollup }));
}

async function countEdge(moment: Moment, edge: Interval): Promise<Rollup> {
  const rollup = emptyRollup();
  await scanMessages(moment, ownWithin(edge), (message) => {
    addMessage(rollup, message);
  });
  return rollup;
}
