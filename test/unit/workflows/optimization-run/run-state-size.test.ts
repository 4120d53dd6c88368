import { propose, recordMeasurement } from '../../../../workflows/optimization-run/candidate-changes';
import { claim, fail, prepared } from '../../../../workflows/optimization-run/run-changes';
import { initialState, type RunLimits } from '../../../../workflows/optimization-run/run-state';

/** The server refuses a payload of more (limit.blobSize.error), also the state with which a run continues as new. */
const MAX_PAYLOAD_BYTES = 2 * 1024 * 1024;

const limits: RunLimits = {
  leaseMs: 3_600_000,
  maxAttempts: 20,
  maxCandidates: 100,
  maxCostCents: null,
  nonRetryableErrorCodes: [],
  split: { decidedOn: 'all_conversations', searchCount: 20, holdoutCount: 0 },
};
const id = (part: number) => `00000000-0000-4000-8000-${String(part).padStart(12, '0')}`;
/** The longest in JSON: a control character takes six bytes there. */
const longest = (length: number) => '\u0001'.repeat(length);

it('fits into a payload with as many attempts, candidates and characters as a run may have', () => {
  const state = initialState();
  state.baseline = { experimentId: id(0), isMeasured: true };
  let now = Date.now();
  prepared(state, now);
  for (let attempt = 1; attempt <= limits.maxAttempts; attempt += 1) {
    const { leaseId } = claim(
      state,
      { claimId: id(attempt), runnerId: longest(255) },
      id(attempt),
      limits,
      now,
    );
    const lease = { leaseId, epoch: null };
    for (let number = 0; number < limits.maxCandidates; number += 1) {
      const key = String(number).padStart(4, '0') + longest(251);
      const message = {
        ...lease,
        key,
        fingerprint: 'f'.repeat(43),
        candidateId: id(attempt * 1000 + number),
      };
      const candidate = propose(state, message, limits, now);
      if (attempt < limits.maxAttempts) continue;
      candidate.experimentId = id(number);
      const error = { code: 'internal_error', message: longest(10_000) };
      const measures = { costCents: 1 / 3, pValue: 1 / 3, gain: -1 / 3 };
      recordMeasurement(state, candidate, { ...measures, verdict: null, error }, limits);
    }
    const error = { code: 'x'.repeat(64), message: longest(4096) };
    fail(state, { ...lease, report: { kind: 'fail', agentTurns: 1e9, error } }, limits, now);
    if (state.status === 'preparing') prepared(state, now);
    now += 1000;
  }
  state.summary = longest(4096);

  const bytes = Buffer.byteLength(JSON.stringify(state));

  expect(state).toMatchObject({ status: 'failed', attempts: { length: 20 }, candidates: { length: 2000 } });
  expect(bytes).toBeGreaterThan(MAX_PAYLOAD_BYTES / 4);
  expect(bytes).toBeLessThan(MAX_PAYLOAD_BYTES * 0.75);
});
