import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logging';
import { atOneMoment } from '../mongo/snapshot';
import { withinTimeLimit } from '../mongo/time-limit';
import { readMarks } from './changed-marks';
import { DAY_MS, floorTo } from './interval';
import { readPeriods } from './period-reader';
import { rollupLists } from './rollup-text';
import type { CountedConversations } from './scan-messages';
import { listExpiredPeriods } from './stored-rollup.repository';

const DAY_LIMIT_MS = 120_000;
const EXPIRED_AT_ONCE = 200;
// A pass takes a third of the time at most: what is written all the time is not counted all the time.
const PASS_BUDGET_MS = 5000;
const PAUSE_MS = 10_000;

export interface RefreshOptions {
  conversations: CountedConversations;
  logger: Pick<Logger, 'warn'>;
  signal: AbortSignal;
}

/** Repeats `refreshRollups` until the signal aborts. */
export async function keepRollupsFresh(options: RefreshOptions): Promise<void> {
  const { logger, signal } = options;
  while (!signal.aborted) {
    await refreshRollups(options, PASS_BUDGET_MS).catch((error: unknown) => {
      logger.warn({ err: error }, 'rollups were not refreshed; it will be repeated');
    });
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Makes the rollups of changed periods anew, day by day, until all are made or `budgetMs` has passed, so that the
 * first question about them is not slow. Nothing depends on it: whoever reads a changed period makes its rollup
 * too. Any number of workers may do it at once.
 */
export async function refreshRollups(options: RefreshOptions, budgetMs: number): Promise<void> {
  const { logger, signal } = options;
  const endAt = performance.now() + budgetMs;
  for (const { workspaceId, start } of await listChangedDays(options.conversations)) {
    if (signal.aborted || performance.now() > endAt) return;
    try {
      await refreshDay(options, workspaceId, start);
    } catch (error) {
      // The others are not to wait for this one; the next pass tries it again.
      if (!signal.aborted) {
        logger.warn({ err: error, workspaceId, day: new Date(start) }, 'rollups of a day were not made');
      }
    }
  }
}

interface WorkspaceDay {
  workspaceId: string;
  start: number;
}

/** The days with a period that has changed, or whose messages have begun to expire. */
async function listChangedDays(conversations: CountedConversations): Promise<Iterable<WorkspaceDay>> {
  const days = new Map<string, WorkspaceDay>();
  const add = (workspaceId: string, time: number) => {
    const start = floorTo(time, DAY_MS);
    days.set(`${workspaceId} ${start}`, { workspaceId, start });
  };
  for (const workspaceId of await conversations.listMarkedWorkspaces()) {
    const marks = await conversations.listMarks(workspaceId, { from: null, to: null });
    for (const { start } of marks) add(workspaceId, start.getTime());
  }
  const expired = await listExpiredPeriods(new Date(), EXPIRED_AT_ONCE);
  for (const { workspaceId, start } of expired) add(workspaceId, start);
  return days.values();
}

/** Reading rollups makes them: of the day with the hours it needs, then of hours that have changed without it. */
async function refreshDay(
  { conversations, signal }: RefreshOptions,
  workspaceId: string,
  start: number,
): Promise<void> {
  const day = { start, end: start + DAY_MS };
  for (const level of ['day', 'hour'] as const) {
    await withinTimeLimit(DAY_LIMIT_MS, signal, (limit) =>
      atOneMoment(async (session) => {
        const moment = { conversations, workspaceId, session, limit, now: new Date() };
        const marks = await readMarks(moment, day, session);
        await readPeriods({ ...moment, marks }, level, day, rollupLists);
      }),
    );
  }
}
