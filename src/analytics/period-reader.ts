import { type PeriodLevel, periodMs } from '../conversations/changed-period';
import { addMessage } from './add-message';
import type { ChangedMarks } from './changed-marks';
import { settle } from './fragments';
import type { Interval } from './interval';
import { merge } from './merge';
import { emptyRollup, type Rollup } from './rollup';
import { type RollupList, rollupLists } from './rollup-text';
import { type Moment, ownWithin, scanMessages } from './scan-messages';
import { findRollups, replaceRollup } from './stored-rollup.repository';

// Transactions that commit at the same time share the wait for the journal.
const KEPT_TOGETHER = 24;

/** A moment with the marks, as of then, of every day that is touched and of its hours. */
export interface MarkedMoment extends Moment {
  marks: ChangedMarks;
}

interface Made {
  rollup: Rollup;
  /** When the first of its messages expires; null: never. */
  freshUntil: Date | null;
}

export interface PeriodRollup extends Made {
  start: number;
}

interface Renewed extends PeriodRollup {
  /** Of what was stored at the moment; null: nothing was. */
  versionRead: string | null;
}

/**
 * The rollups of those periods of an interval that hold messages, with the lists asked for at least. They are
 * stored, or made. A period with neither a stored rollup nor a mark holds no message: whatever stores or changes
 * messages marks their periods in the same transaction. One that is marked, or whose messages have begun to
 * expire, is made anew as of the moment, and kept for the next reader.
 */
export async function readPeriods(
  moment: MarkedMoment,
  level: PeriodLevel,
  interval: Interval,
  lists: readonly RollupList[],
): Promise<PeriodRollup[]> {
  const stored = await findRollups(moment.workspaceId, level, interval, lists, moment);
  const marks = moment.marks[level];
  const marked = [...marks.keys()].filter((start) => start >= interval.start && start < interval.end);
  const periods: PeriodRollup[] = [];
  const renewed: Renewed[] = [];
  const keepRenewed = () => Promise.all(renewed.splice(0).map((period) => keep(moment, level, period)));
  for (const start of new Set([...stored.keys(), ...marked])) {
    const found = stored.get(start);
    if (found !== undefined && !marks.has(start) && isFreshAt(moment.now, found)) {
      periods.push({ start, ...found });
      continue;
    }
    const period = { start, ...(await make(moment, level, start)) };
    periods.push(period);
    renewed.push({ ...period, versionRead: found?.version ?? null });
    if (renewed.length === KEPT_TOGETHER) await keepRenewed();
  }
  await keepRenewed();
  return periods;
}

function make(moment: MarkedMoment, level: PeriodLevel, start: number): Promise<Made> {
  const interval = { start, end: start + periodMs[level] };
  return level === 'hour' ? rollUpHour(moment, interval) : mergeDay(moment, interval);
}

/** Somebody else may have kept the same, or something newer; then that stays. */
async function keep(moment: MarkedMoment, level: PeriodLevel, renewed: Renewed): Promise<void> {
  const { workspaceId, conversations, limit, marks } = moment;
  const { start, ...rebuilding } = renewed;
  const ids = marks[level].get(start) ?? [];
  limit.signal.throwIfAborted();
  await replaceRollup(
    { workspaceId, level, start },
    {
      ...rebuilding,
      deleteMarks: async (session) => (await conversations.deleteMarks(ids, session)) === ids.length,
    },
  );
}

async function mergeDay(moment: MarkedMoment, day: Interval): Promise<Made> {
  const hours = await readPeriods(moment, 'hour', day, rollupLists);
  const rollups = hours.map(({ rollup }) => rollup);
  return { rollup: merge(rollups, day), freshUntil: earliest(hours.map(({ freshUntil }) => freshUntil)) };
}

async function rollUpHour(moment: MarkedMoment, hour: Interval): Promise<Made> {
  const rollup = emptyRollup();
  let freshUntil: Date | null = null;
  await scanMessages(moment, ownWithin(hour), (message) => {
    addMessage(rollup, message);
    freshUntil = earliest([freshUntil, message.expireAt]);
  });
  const { fragments } = rollup.conversations;
  const extents = await moment.conversations.findExtents(moment.workspaceId, [...fragments.keys()], moment);
  for (const [id, { firstMessageAt, lastMessageAt }] of extents) {
    const found = fragments.get(id);
    if (found === undefined) continue;
    found.firstAt = firstMessageAt.getTime();
    found.lastAt = lastMessageAt.getTime();
  }
  settle(rollup.conversations, hour);
  return { rollup, freshUntil };
}

function isFreshAt(now: Date, { freshUntil }: Made): boolean {
  return freshUntil === null || freshUntil > now;
}

function earliest(times: (Date | null)[]): Date | null {
  return times.reduce(
    (first, time) => (first === null || (time !== null && time < first) ? time : first),
    null,
  );
}
