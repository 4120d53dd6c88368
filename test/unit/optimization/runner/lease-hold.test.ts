import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError, LeaseLostError, UnreachableError } from '../../../../packages/client';
import {
  LeaseExpiredError,
  RunCancelledError,
  withLease,
} from '../../../../src/optimization/runner/lease-hold';
import { createLogger } from '../../../../src/platform/logging';

const LEASE_SECONDS = 0.6;
const beaten = { expires_at: '2026-01-01T00:00:00.000Z', cancel_requested: false };
const never = new AbortController().signal;

function holdWith(beat: () => Promise<typeof beaten>, leaseSeconds = LEASE_SECONDS) {
  return { leaseSeconds, beat, logger: createLogger('silent') };
}

/** Work that runs until its signal aborts. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
}

it('sends a heartbeat at each third of the lease until the work is done', async () => {
  const sentAt: number[] = [];
  const startedAt = performance.now();
  const beat = async () => {
    sentAt.push(performance.now() - startedAt);
    return beaten;
  };

  const result = await withLease(holdWith(beat), never, async () => {
    await sleep(1_300); // more than two leases
    return 'done';
  });

  const count = sentAt.length;
  await sleep(400);
  expect(result).toBe('done');
  expect(sentAt[0]).toBeGreaterThanOrEqual(190);
  expect(count).toBeGreaterThanOrEqual(4);
  expect(sentAt.length).toBe(count);
});

it.each<[string, () => Promise<typeof beaten>, new (...args: never[]) => Error]>([
  ['the lease is lost', () => Promise.reject(new LeaseLostError('x', { status: 409 })), LeaseLostError],
  ['the key is refused', () => Promise.reject(new AssayError('x', { status: 401 })), AssayError],
  ['the run is cancelled', async () => ({ ...beaten, cancel_requested: true }), RunCancelledError],
])('aborts the work when %s', async (_case, beat, kind) => {
  const startedAt = performance.now();

  await expect(withLease(holdWith(beat), never, untilAborted)).rejects.toBeInstanceOf(kind);
  expect(performance.now() - startedAt).toBeLessThan(500);
});

it('aborts the work if no heartbeat succeeds for a whole lease', async () => {
  const unreachable = () => Promise.reject(new UnreachableError('x'));
  const startedAt = performance.now();

  await expect(withLease(holdWith(unreachable), never, untilAborted)).rejects.toBeInstanceOf(
    LeaseExpiredError,
  );
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(LEASE_SECONDS * 1_000 - 10);
});

it('continues if a single heartbeat fails', async () => {
  let beats = 0;
  const beat = async () => {
    beats += 1;
    if (beats % 2 === 1) throw new AssayError('x', { status: 500 });
    return beaten;
  };

  const working = withLease(holdWith(beat), never, () => sleep(1_300, 'done'));

  await expect(working).resolves.toBe('done');
  expect(beats).toBeGreaterThanOrEqual(4);
});

it('does not wait for work that ignores its signal', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')), 50);

  const working = withLease(
    holdWith(async () => beaten),
    stop.signal,
    () => new Promise(() => undefined),
  );

  await expect(working).rejects.toThrow('enough');
});

it('rethrows errors of the work', async () => {
  const working = withLease(
    holdWith(async () => beaten),
    never,
    () => Promise.reject(new RangeError('mine')),
  );

  await expect(working).rejects.toThrow(RangeError);
});
