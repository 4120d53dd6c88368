import { setTimeout as sleep } from 'node:timers/promises';
import { onAbort } from '../../../packages/concurrency';
import type { Lease } from '../../../workflows/optimization-run/run-state';

const POLL_MS = 250;
/** Runs to list in addition to the number of waiters, because another process may claim the first ones. */
const SPARE_RUNS = 20;

export interface ClaimQueueDependencies {
  /** Lists ready runs with one of `strategies` or without one, oldest first; any ready runs if it is null. */
  listReadyRunIds(
    workspaceId: string,
    limit: number,
    strategies: readonly string[] | null,
  ): Promise<string[]>;
  /** Returns null if the run can no longer be claimed. */
  claim(runId: string, claimant: Claimant): Promise<Lease | null>;
  /** True when the process is shutting down: all waiters are then released. */
  isStopping(): boolean;
}

export interface Claimant {
  claimId: string;
  runnerId: string;
}

/** Whose runs, and of which strategies: waiters for the same ones share a poller. */
export interface ClaimScope {
  workspaceId: string;
  strategies: readonly string[] | null;
}

export interface ClaimedLease {
  runId: string;
  lease: Lease;
}

interface Waiter {
  claimant: Claimant;
  until: number;
  isServed: boolean;
  serve(claimed: ClaimedLease | null): void;
  fail(error: unknown): void;
}

/**
 * Long polling for ready runs. The waiters of a workspace with the same strategies share one poller, which queries MongoDB a few times
 * a second while there are waiters. They are served in order of arrival, with the oldest ready run first.
 */
export function createClaimQueue(dependencies: ClaimQueueDependencies) {
  const queues = new Map<string, Waiter[]>();

  /** Resolves to a lease on a ready run; null if there is none within `waitMs`, or if `signal` aborts. */
  return function waitForRun(
    claimScope: ClaimScope,
    claimant: Claimant,
    { waitMs, signal }: { waitMs: number; signal: AbortSignal },
  ): Promise<ClaimedLease | null> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiter.isServed = true;
        leave();
      };
      const waiter: Waiter = {
        claimant,
        until: Date.now() + waitMs,
        isServed: false,
        serve(lease) {
          stopWaiting();
          resolve(lease);
        },
        fail(error) {
          stopWaiting();
          reject(error);
        },
      };
      const leave = onAbort(signal, () => waiter.serve(null));
      const key = keyOf(claimScope);
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push(waiter);
        return;
      }
      queues.set(key, [waiter]);
      void work(key, claimScope);
    });
  };

  async function work(key: string, claimScope: ClaimScope): Promise<void> {
    for (;;) {
      const queue = queues.get(key) ?? [];
      await pass(dependencies, claimScope, [...queue]);
      const waiters = queue.filter(({ isServed }) => !isServed);
      if (waiters.length === 0) break;
      queues.set(key, waiters);
      await sleep(POLL_MS);
    }
    queues.delete(key);
  }
}

/** Polls once for all waiters, and releases those whose time has expired. */
async function pass(
  dependencies: ClaimQueueDependencies,
  { workspaceId, strategies }: ClaimScope,
  waiters: Waiter[],
): Promise<void> {
  try {
    const runIds = await dependencies.listReadyRunIds(workspaceId, waiters.length + SPARE_RUNS, strategies);
    await Promise.all(waiters.map((waiter) => takeFirst(dependencies, waiter, runIds)));
  } catch (error) {
    for (const waiter of waiters) waiter.fail(error);
  }
  for (const waiter of waiters) {
    if (waiter.until <= Date.now() || dependencies.isStopping()) waiter.serve(null);
  }
}

async function takeFirst({ claim }: ClaimQueueDependencies, waiter: Waiter, runIds: string[]): Promise<void> {
  try {
    for (let runId = runIds.shift(); runId !== undefined && !waiter.isServed; runId = runIds.shift()) {
      const lease = await claim(runId, waiter.claimant);
      if (lease === null) continue;
      waiter.serve({ runId, lease });
      return;
    }
  } catch (error) {
    waiter.fail(error);
  }
}

function keyOf({ workspaceId, strategies }: ClaimScope): string {
  return JSON.stringify([workspaceId, strategies === null ? null : [...new Set(strategies)].sort()]);
}
