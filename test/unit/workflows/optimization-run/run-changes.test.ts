import { AppError } from '../../../../src/platform/errors/app-error';
import {
  nextCandidate,
  propose,
  recordMeasurement,
} from '../../../../workflows/optimization-run/candidate-changes';
import {
  cancel,
  claim,
  complete,
  expire,
  fail,
  heartbeat,
  prepared,
} from '../../../../workflows/optimization-run/run-changes';
import {
  initialState,
  type RunLimits,
  type RunState,
} from '../../../../workflows/optimization-run/run-state';

const limits: RunLimits = {
  leaseMs: 1000,
  maxAttempts: 2,
  maxCandidates: 2,
  maxCostCents: 10,
  nonRetryableErrorCodes: ['fatal'],
};
const T0 = Date.parse('2026-01-15T09:30:00.000Z');

/** A run that `lease-1` holds since T0. */
function leased(): RunState {
  const state = initialState();
  prepared(state, T0);
  claim(state, { claimId: 'claim-1', runnerId: 'runner' }, 'lease-1', limits, T0);
  return state;
}

function reclaimed(state: RunState, now: number): RunState {
  prepared(state, now);
  claim(state, { claimId: 'claim-2', runnerId: 'runner' }, 'lease-2', limits, now);
  return state;
}

const lease = (leaseId: string, epoch: number | null = null) => ({ leaseId, epoch });
const failure = (code = 'x') => ({ kind: 'fail', agentTurns: 1, error: { code, message: '' } }) as const;
const proposal = (key: string, fingerprint = key, leaseId = 'lease-1') => ({
  ...lease(leaseId),
  key,
  fingerprint,
});

function refusal(change: () => unknown): unknown {
  try {
    change();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('a lease', () => {
  it('holds to the last millisecond, and no longer', () => {
    const beat = (now: number) =>
      refusal(() => heartbeat(leased(), { ...lease('lease-1'), agentTurns: null }, limits, now));

    expect([beat(T0 + 999), beat(T0 + 1000)]).toEqual(['accepted', 'lease_lost']);
  });

  it('is checked by its epoch when that is given', () => {
    const beat = (epoch: number | null) =>
      refusal(() => heartbeat(leased(), { ...lease('lease-1', epoch), agentTurns: null }, limits, T0));

    expect([beat(null), beat(1), beat(2)]).toEqual(['accepted', 'accepted', 'lease_lost']);
  });

  it('is the same for the same claim, and refused to another', () => {
    const state = leased();
    const repeated = claim(state, { claimId: 'claim-1', runnerId: 'runner' }, 'other', limits, T0);

    expect(repeated.leaseId).toBe('lease-1');
    expect(refusal(() => claim(state, { claimId: 'claim-2', runnerId: 'r' }, 'other', limits, T0))).toBe(
      'conflict',
    );
  });

  it('has a greater epoch than the one before', () => {
    const state = leased();
    expire(state, limits, T0 + 1000);

    expect(reclaimed(state, T0 + 2000).lease?.epoch).toBe(2);
  });
});

describe('a report', () => {
  it('returns the same result when it is repeated, from the state as JSON too', () => {
    const state = leased();
    const first = fail(state, { ...lease('lease-1'), report: failure() }, limits, T0 + 10);
    const later = JSON.parse(JSON.stringify(reclaimed(state, T0 + 20))) as RunState;

    expect(fail(later, { ...lease('lease-1'), report: failure() }, limits, T0 + 9999)).toEqual(first);
    expect(later.attempts).toHaveLength(2);
  });

  it('that differs is refused once the lease has ended', () => {
    const state = leased();
    fail(state, { ...lease('lease-1'), report: failure() }, limits, T0);

    expect(refusal(() => fail(state, { ...lease('lease-1'), report: failure('y') }, limits, T0))).toBe(
      'lease_lost',
    );
  });

  it('with a code that is not to be retried ends the run with attempts left', () => {
    const state = leased();

    expect(fail(state, { ...lease('lease-1'), report: failure('fatal') }, limits, T0)).toEqual({
      status: 'failed',
      agentTurns: 1,
      completedAt: '2026-01-15T09:30:00.000Z',
    });
  });
});

describe('candidates', () => {
  it('are refused beyond max_candidates and beyond max_cost_cents', () => {
    const full = leased();
    propose(full, proposal('a'), 'id-a', limits, T0);
    propose(full, proposal('b'), 'id-b', limits, T0);
    const spent = { ...leased(), costCents: 10 };

    expect(refusal(() => propose(full, proposal('c'), 'id-c', limits, T0))).toBe('candidate_limit_reached');
    expect(refusal(() => propose(full, proposal('a'), 'id-d', limits, T0))).toBe('accepted');
    expect(refusal(() => propose(spent, proposal('a'), 'id-a', limits, T0))).toBe('cost_limit_reached');
  });

  it('go with their lease unless they are measured, which a later lease may take over', () => {
    const state = leased();
    const measured = propose(state, proposal('a'), 'id-a', limits, T0);
    recordMeasurement(state, measured, { costCents: 1, verdict: 'better', error: null });
    propose(state, proposal('b'), 'id-b', limits, T0);
    fail(state, { ...lease('lease-1'), report: failure() }, limits, T0);
    reclaimed(state, T0);

    expect(state.candidates.map(({ status }) => status)).toEqual(['measured', 'cancelled']);
    expect(propose(state, proposal('a', 'a', 'lease-2'), 'id-c', limits, T0)).toMatchObject({
      id: 'id-a',
      epoch: 2,
    });
    expect(propose(state, proposal('b', 'b', 'lease-2'), 'id-d', limits, T0)).toMatchObject({ id: 'id-d' });
  });

  it('that were cancelled are not restored when their experiment ends', () => {
    const state = leased();
    const candidate = propose(state, proposal('a'), 'id-a', limits, T0);
    Object.assign(candidate, { status: 'measuring', experimentId: 'experiment' });
    cancel(state, T0);

    expect(nextCandidate(state, new Set())).toBe(candidate);
    recordMeasurement(state, candidate, { costCents: 2, verdict: 'better', error: null });

    expect(candidate).toMatchObject({ status: 'cancelled', verdict: null });
    expect(state.costCents).toBe(2);
    expect(nextCandidate(state, new Set())).toBeUndefined();
  });
});

describe('complete', () => {
  const completion = (bestCandidateId: string | null) =>
    ({ kind: 'complete', agentTurns: 1, bestCandidateId, summary: '' }) as const;

  it.each([
    ['better', true],
    ['not_better', false],
    ['constraints_violated', false],
    ['coverage_too_low', false],
  ] as const)('decides by the verdict %s', (verdict, isAccepted) => {
    const state = leased();
    recordMeasurement(state, propose(state, proposal('a'), 'id-a', limits, T0), {
      costCents: 0,
      verdict,
      error: null,
    });

    const { decision, bestCandidateId } = complete(
      state,
      { ...lease('lease-1'), report: completion('id-a') },
      T0,
    );

    expect(decision).toMatchObject({ isAccepted, reason: verdict });
    expect(bestCandidateId).toBe(isAccepted ? 'id-a' : null);
  });

  it('refuses what is no candidate, or one of an earlier lease, and the run continues', () => {
    const state = leased();
    recordMeasurement(state, propose(state, proposal('a'), 'id-a', limits, T0), {
      costCents: 0,
      verdict: 'better',
      error: null,
    });
    fail(state, { ...lease('lease-1'), report: failure() }, limits, T0);
    reclaimed(state, T0);
    const name = (id: string) =>
      refusal(() => complete(state, { ...lease('lease-2'), report: completion(id) }, T0));

    expect([name('id-a'), name('id-b')]).toEqual(['value_error', 'value_error']);
    expect(state.status).toBe('running');
  });
});
