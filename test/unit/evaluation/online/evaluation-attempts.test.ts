import type { ReplyFailure } from '../../../../workflows/contracts';
import { firstAttempts, recordRound } from '../../../../workflows/evaluation-attempts';

const RETRY_MS = 100;

function makeFailure(retry: ReplyFailure['retry'], retryAfterMs: number | null = null): ReplyFailure {
  return { messageId: 'one', code: 'provider_unavailable', retry, retryAfterMs };
}

/** The delays before the next rounds if each round fails like this; ends with the first null. */
function waitsOf(failure: ReplyFailure, mostRounds: number): (number | null)[] {
  const attempts = firstAttempts(0);
  const waits: (number | null)[] = [];
  for (let now = 0; waits.length < mostRounds; ) {
    const wait = recordRound(attempts, [failure], RETRY_MS, now);
    waits.push(wait);
    if (wait === null) break;
    now += wait;
  }
  return waits;
}

it('retries nothing that has not failed, or that will fail again', () => {
  expect(recordRound(firstAttempts(0), [], RETRY_MS, 0)).toBeNull();
  expect(recordRound(firstAttempts(0), [makeFailure('never')], RETRY_MS, 0)).toBeNull();
});

it('waits longer each time for a provider that fails, and stops after twelve rounds', () => {
  const waits = waitsOf(makeFailure('transient'), 100);

  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(waits).toHaveLength(12);
  expect(waits.at(-1)).toBeNull();
});

it('respects Retry-After of a provider for up to a day', () => {
  const waits = waitsOf(makeFailure('wait', 600_000), 1000);

  expect(waits[0]).toBe(600_000);
  expect(waits).toHaveLength(144);
  expect(waits.at(-1)).toBeNull();
});

it('waits for the longest delay of the providers', () => {
  const failures = [makeFailure('wait', 5000), makeFailure('transient'), makeFailure('wait', 9000)];

  expect(recordRound(firstAttempts(0), failures, RETRY_MS, 0)).toBe(9000);
});
