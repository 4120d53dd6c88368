import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../../../workflows/optimization-run/run-state';

const POLL_MS = 250;
/** Runs that are listed beyond those waited for, because others may be faster to claim the first. */
const SPARE_RUNS = 20;

export interface ClaimQueueDependencies {
  /** The longest ready first. */
  listReadyRunIds(workspaceId: string, limit: number): Promise<string[]>;
  /** Null when the run can no longer be claimed. */
  claim(runId: string, claimant: Claimant): Promise<Lease | null>;
  /** The process is about to end: nobody waits any longer. */
  isStopping(): boolean;
}

export interface Claimant {
  claimId: string;
  runnerId: string;
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
 * Lets runners wait for runs that are ready. Those of one workspace share one poller, which looks into MongoDB a
 * few times a second while anybody waits; who came first is served first, with the run that was ready first.
 */
export function createClaimQueue(dependencies: ClaimQueueDependencies) {
  const queues = new Map<string, Waiter[]>();

  /** A lease on a run that is ready; null when there is none for so long, or the runner went away. */
  return function waitForRun(
    workspaceId: string,
    claimant: Claimant,
    { waitMs, signal }: { waitMs: number; signal: AbortSignal },
  ): Promise<ClaimedLease | null> {
    return new Promise((resolve, reject) => {
      const leave = () => waiter.serve(null);
      const settle = () => {
        waiter.isServed = true;
        signal.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        claimant,
        until: Date.now() + waitMs,
        isServed: false,
        serve(claimed) {
          settle();
          resolve(claimed);
        },
        fail(error) {
          settle();
          reject(error);
        },
      };
      signal.addEventListener('abort', leave);
      const queue = queues.get(workspaceId);
      if (queue !== undefined) {
        queue.push(waiter);
        return;
      }
      queues.set(workspaceId, [waiter]);
      void work(workspaceId);
    });
  };

  async function work(workspaceId: string): Promise<void> {
    for (;;) {
      const queue = queues.get(workspaceId) ?? [];
      await pass(workspaceId, [...queue]);
      const waiting = queue.filter(({ isServed }) => !isServed);
      if (waiting.length === 0) break;
      queues.set(workspaceId, waiting);
      await sleep(POLL_MS);
    }
    queues.delete(workspaceId);
  }

  /** Looks once for everybody who waits, and sends away those whose time is up. */
  async function pass(workspaceId: string, waiters: Waiter[]): Promise<void> {
    try {
      const runIds = await dependencies.listReadyRunIds(workspaceId, waiters.length + SPARE_RUNS);
      await Promise.all(waiters.map((waiter) => takeFirst(waiter, runIds)));
    } catch (error) {
      for (const waiter of waiters) waiter.fail(error);
    }
    for (const waiter of waiters) {
      if (waiter.until <= Date.now() || dependencies.isStopping()) waiter.serve(null);
    }
  }

  async function takeFirst(waiter: Waiter, runIds: string[]): Promise<void> {
    try {
      for (let runId = runIds.shift(); runId !== undefined && !waiter.isServed; runId = runIds.shift()) {
        const lease = await dependencies.claim(runId, waiter.claimant);
        if (lease === null) continue;
        waiter.serve({ runId, lease });
        return;
      }
    } catch (error) {
      waiter.fail(error);
    }
  }
}
