import { setTimeout as sleep } from 'node:timers/promises';
import { periodMs } from '../conversations/changed-periods/changed-period';
import { findNextMarkedWorkspaceUnscoped } from '../conversations/changed-periods/changed-period.unscoped.repository';
import { currentTime } from '../platform/clock';
import type { Logger } from '../platform/logging';
import { withinTimeLimit } from '../platform/mongo/time-limit';
import { EraReader, headsOnly, RefreshPaused } from './era-reader';
import { inSnapshot, type SnapshotOptions } from './open-snapshot';
import { listExpiredErasUnscoped } from './stored-rollup.unscoped.repository';

// An era may have one hour with very many messages, and the rollup of an hour cannot be built in steps.
const ERA_LIMIT_MS = 120_000;
// Time slice of a workspace: with a hundred workspaces that have a backlog, each gets a slice within two
// passes.
const TURN_MS = 250;
const MAX_EXPIRED = 200;
const MAX_WORKSPACES = 1000;
const PASS_BUDGET_MS = 5000;
// A period with steady writes is rolled up once per pause, not on every write.
const PAUSE_MS = 10_000;
const PAUSE_WITH_BACKLOG_MS = 1000;

export interface RefreshOptions
  extends Pick<SnapshotOptions, 'invalidation' | 'maxUndivided' | 'maxValues' | 'tagKeysOf'> {
  logger: Pick<Logger, 'warn'>;
  signal: AbortSignal;
}

/** Runs refresh passes until the signal aborts. Pauses are short while a backlog is left. */
export async function refreshRollupsPeriodically(options: RefreshOptions): Promise<void> {
  const { logger, signal } = options;
  const refresher = createRollupRefresher(options);
  while (!signal.aborted) {
    const isDone = await refresher.refresh(PASS_BUDGET_MS).catch((error: unknown) => {
      logger.warn({ err: error }, 'rollup refresh failed; it will be retried');
      return true;
    });
    const pauseMs = isDone ? PAUSE_MS : PAUSE_WITH_BACKLOG_MS;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The remaining work of a pass for one workspace. */
interface Backlog {
  workspaceId: string;
  /** Marked eras that begin before this time are not refreshed yet. */
  before: number;
  expired: number[];
}

/**
 * Builds the rollups of changed eras ahead of queries, so that the first query is not slow. Correctness does
 * not depend on it: a query builds the rollups it needs. Any number of workers may run it concurrently.
 */
export function createRollupRefresher(options: RefreshOptions) {
  const { invalidation, logger, signal } = options;
  /** The last workspace of the previous pass; the next pass begins after it. */
  let last: string | null = null;

  /** Refreshes eras of one workspace for at most one time slice; returns false if a backlog is left. */
  async function takeTurn(backlog: Backlog): Promise<boolean> {
    const endAt = performance.now() + TURN_MS;
    const isOver = () => signal.aborted || performance.now() > endAt;
    const { workspaceId } = backlog;
    while (!isOver()) {
      const markedEra = await invalidation.findLatestMarkedEra(workspaceId, backlog.before);
      const era = markedEra ?? backlog.expired.at(-1);
      if (era === undefined) return true;
      try {
        if (!(await refreshEra(options, workspaceId, era, isOver))) return false;
      } catch (error) {
        if (signal.aborted) return false;
        // Other eras must not wait for this one; the next pass retries it.
        logger.warn({ err: error, workspaceId, era: new Date(era) }, 'rollups of an era were not refreshed');
      }
      if (markedEra === null) backlog.expired.pop();
      else backlog.before = markedEra;
    }
    return false;
  }

  return {
    /**
     * Serves workspaces round-robin until no backlog or no time (`budgetMs`) is left; returns false in the
     * second case.
     */
    async refresh(budgetMs: number): Promise<boolean> {
      const endAt = performance.now() + budgetMs;
      let backlogs = await listBacklogs(last);
      while (backlogs.length > 0) {
        const unfinished: Backlog[] = [];
        for (const backlog of backlogs) {
          if (signal.aborted || performance.now() > endAt) return false;
          if (!(await takeTurn(backlog))) unfinished.push(backlog);
          last = backlog.workspaceId;
        }
        backlogs = unfinished;
      }
      return true;
    },
  };
}

/** The workspaces after `last` come first. */
async function listBacklogs(last: string | null): Promise<Backlog[]> {
  const backlogs = new Map<string, Backlog>();
  const add = (workspaceId: string) => {
    const backlog = backlogs.get(workspaceId) ?? { workspaceId, before: Infinity, expired: [] };
    backlogs.set(workspaceId, backlog);
    return backlog;
  };
  for (const from of last === null ? [null] : [last, null]) {
    let after: string | null = from;
    while (backlogs.size < MAX_WORKSPACES) {
      const next = await findNextMarkedWorkspaceUnscoped(after);
      if (next === null || backlogs.has(next)) break;
      add(next);
      after = next;
    }
  }
  for (const { workspaceId, start } of await listExpiredErasUnscoped(currentTime(), MAX_EXPIRED)) {
    add(workspaceId).expired.push(start);
  }
  return [...backlogs.values()];
}

/** Returns false if it was paused; the rollups built until then are stored. */
async function refreshEra(
  options: RefreshOptions,
  workspaceId: string,
  start: number,
  shouldPause: () => boolean,
): Promise<boolean> {
  const { invalidation, signal } = options;
  const range = { from: start, to: start + 1 };
  try {
    await withinTimeLimit(ERA_LIMIT_MS, signal, async (limit) => {
      await invalidation.mergeMarks(workspaceId, range, limit);
      const window = { start, end: start + periodMs.era };
      await inSnapshot({ ...options, workspaceId, window, now: currentTime() }, limit, async (snapshot) => {
        const marks = (await invalidation.streamMarks(workspaceId, range, snapshot).next()).value ?? null;
        const era = new EraReader(snapshot, start, marks, shouldPause);
        const rollups = await era.find('era', { start, end: start + 1 }, headsOnly);
        await era.read('era', start, rollups.get(start));
        await era.finish();
      });
    });
    return true;
  } catch (error) {
    if (error instanceof RefreshPaused) return false;
    throw error;
  }
}
