import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClaimQueue } from '../../../../src/optimization/runs/claim-queue';
import type { Lease } from '../../../../workflows/optimization-run/run-state';

const wanted = { workspaceId: 'w', strategies: null };
const claimant = (claimId: string) => ({ claimId, runnerId: 'runner' });
const leaseFor = (claimId: string): Lease => ({
  leaseId: `lease of ${claimId}`,
  claimId,
  epoch: 1,
  runnerId: 'runner',
  expiresAt: '2026-01-15T09:30:00.000Z',
});

/** A queue in which each run in `ready` can be claimed once. */
function queueOver(ready: string[], overrides: Partial<Parameters<typeof createClaimQueue>[0]> = {}) {
  return createClaimQueue({
    listReadyRunIds: async () => [...ready],
    claim: async (runId, { claimId }) => {
      ready.splice(ready.indexOf(runId), 1);
      return leaseFor(claimId);
    },
    isStopping: () => false,
    ...overrides,
  });
}

it('serves the first waiter with the oldest ready run', async () => {
  const ready: string[] = [];
  const wait = queueOver(ready);
  const { signal } = new AbortController();

  const first = wait(wanted, claimant('a'), { waitMs: 5000, signal });
  const second = wait(wanted, claimant('b'), { waitMs: 5000, signal });
  await sleep(50);
  ready.push('run-1', 'run-2');

  expect([(await first)?.runId, (await second)?.runId]).toEqual(['run-1', 'run-2']);
});

it('continues with the next run if another process was faster', async () => {
  const wait = queueOver(['taken', 'free'], {
    claim: async (runId, { claimId }) => (runId === 'taken' ? null : leaseFor(claimId)),
  });

  const claimed = await wait(wanted, claimant('a'), { waitMs: 0, signal: new AbortController().signal });

  expect(claimed?.runId).toBe('free');
});

it('leaves no listener at the signal of a waiter that was served, released or failed', async () => {
  const { signal } = new AbortController();
  const broken = queueOver([], { listReadyRunIds: () => Promise.reject(new Error('no MongoDB')) });

  await queueOver(['run-1'])(wanted, claimant('a'), { waitMs: 0, signal });
  await queueOver([])(wanted, claimant('b'), { waitMs: 0, signal });
  await expect(broken(wanted, claimant('c'), { waitMs: 0, signal })).rejects.toThrow('no MongoDB');

  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('releases a waiter immediately when its signal aborts', async () => {
  const leaving = new AbortController();
  const waiting = queueOver([])(wanted, claimant('a'), { waitMs: 30_000, signal: leaving.signal });

  leaving.abort();

  expect(await waiting).toBeNull();
});
