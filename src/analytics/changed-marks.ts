import type { ClientSession } from 'mongoose';
import type { PeriodLevel } from '../conversations/changed-period';
import { DAY_MS, floorTo, type Interval } from './interval';
import type { Moment } from './scan-messages';

/** By the start of a period, the ids of the marks that say that it has changed. */
export type ChangedMarks = Record<PeriodLevel, ReadonlyMap<number, string[]>>;

/** The marks of all periods of the days that an interval touches. */
export async function readMarks(
  { conversations, workspaceId }: Pick<Moment, 'conversations' | 'workspaceId'>,
  { start, end }: Interval,
  session: ClientSession,
): Promise<ChangedMarks> {
  const from = new Date(floorTo(start, DAY_MS));
  const to = new Date(Math.ceil(end / DAY_MS) * DAY_MS);
  const marks = { hour: new Map<number, string[]>(), day: new Map<number, string[]>() };
  for (const mark of await conversations.listMarks(workspaceId, { from, to }, session)) {
    const ofLevel = marks[mark.level];
    const at = mark.start.getTime();
    const ids = ofLevel.get(at);
    if (ids === undefined) ofLevel.set(at, [mark.id]);
    else ids.push(mark.id);
  }
  return marks;
}
