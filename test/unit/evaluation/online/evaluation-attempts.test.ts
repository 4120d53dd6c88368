import {
  addFailures,
  completeRound,
  type EvaluationFailure,
  firstAttempts,
} from '../../../../src/evaluation/online/evaluation-attempts';

const RETRY_MS = 100;

function makeFailure(
  retry: EvaluationFailure['retry'],
  retryAfterMs: number | null = null,
): EvaluationFailure {
  return { code: 'provider_unavailable', retry, retryAfterMs };
}

const completeFirst = (failures: EvaluationFailure[]) =>
  completeRound(addFailures(firstAttempts(0), failures), RETRY_MS, 0);

/** The delays before the next rounds if each round fails like this; ends with the first null. */
function waitsOf(failure: EvaluationFailure, mostRounds: number): (number | null)[] {
  let attempts = firstAttempts(0);
  const waits: (number | null)[] = [];
  for (let now = 0; waits.length < mostRounds; ) {
    const next = completeRound(addFailures(attempts, [failure]), RETRY_MS, now);
    waits.push(next?.waitMs ?? null);
    if (next === null) break;
    attempts = next.attempts;
    now += next.waitMs;
  }
  return waits;
}

it('retries nothing that has not failed, or that will fail again', () => {
  expect(completeFirst([])).toBeNull();
  expect(completeFirst([makeFailure('never')])).toBeNull();
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

  expect(completeFirst(failures)?.waitMs).toBe(9000);
});
