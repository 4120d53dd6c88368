import { AppError } from '../../../../src/platform/errors/app-error';
import {
  type CandidateOutcome,
  nextCandidate,
  propose,
  recordMeasurement,
} from '../../../../workflows/optimization-run/candidate-changes';
import {
  recordHoldout,
  reserveHoldout,
  searchBudget,
} from '../../../../workflows/optimization-run/holdout-changes';
import type { CandidateDecision } from '../../../../workflows/optimization-run/run';
import {
  cancel,
  claim,
  complete,
  expire,
  fail,
  heartbeat,
  prepared,
  workflowLost,
} from '../../../../workflows/optimization-run/run-changes';
import {
  type CandidateState,
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
  split: { decidedOn: 'all_conversations', searchCount: 50, holdoutCount: 0 },
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
const proposal = (key: string, leaseId = 'lease-1', candidateId = `id-${key}`) => ({
  ...lease(leaseId),
  key,
  fingerprint: key,
  candidateId,
});

/** Proposes and measures a candidate of `lease-1`. */
function measure(state: RunState, key: string, outcome: Partial<CandidateOutcome> = {}): void {
  const candidate = propose(state, proposal(key), { ...limits, maxCandidates: 100 }, T0);
  recordMeasurement(state, candidate, { costCents: 0, verdict: 'better', error: null, ...outcome }, limits);
}

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
    propose(full, proposal('a'), limits, T0);
    propose(full, proposal('b'), limits, T0);
    const spent = { ...leased(), costCents: 10 };

    expect(refusal(() => propose(full, proposal('c'), limits, T0))).toBe('candidate_limit_reached');
    expect(refusal(() => propose(full, proposal('a', 'lease-1', 'id-d'), limits, T0))).toBe('accepted');
    expect(refusal(() => propose(spent, proposal('a'), limits, T0))).toBe('cost_limit_reached');
  });

  it('go with their lease unless they are measured, which a later lease may take over', () => {
    const state = leased();
    const measured = propose(state, proposal('a'), limits, T0);
    recordMeasurement(state, measured, { costCents: 1, verdict: 'better', error: null }, limits);
    propose(state, proposal('b'), limits, T0);
    fail(state, { ...lease('lease-1'), report: failure() }, limits, T0);
    reclaimed(state, T0);

    expect(state.candidates.map(({ status }) => status)).toEqual(['measured', 'cancelled']);
    expect(propose(state, proposal('a', 'lease-2', 'id-c'), limits, T0)).toMatchObject({
      id: 'id-a',
      epoch: 2,
    });
    expect(propose(state, proposal('b', 'lease-2', 'id-d'), limits, T0)).toMatchObject({ id: 'id-d' });
  });

  it('that were cancelled are not restored when their experiment ends', () => {
    const state = leased();
    const candidate = propose(state, proposal('a'), limits, T0);
    Object.assign(candidate, { status: 'measuring', experimentId: 'experiment' });
    cancel(state, T0);

    expect(nextCandidate(state, new Set())).toBe(candidate);
    recordMeasurement(state, candidate, { costCents: 2, verdict: 'better', error: null }, limits);

    expect(candidate).toMatchObject({ status: 'cancelled', verdict: null });
    expect(state.costCents).toBe(2);
    expect(nextCandidate(state, new Set())).toBeUndefined();
  });

  it('notes that the price of a call is unknown, and adds up the others', () => {
    const state = leased();
    const [first, second] = ['a', 'b'].map((key) => propose(state, proposal(key), limits, T0));
    const outcome = { costCents: 2, verdict: 'better', error: null } as const;

    recordMeasurement(state, first as CandidateState, { ...outcome, isCostUnknown: true }, limits);
    recordMeasurement(state, second as CandidateState, outcome, limits);

    expect(state).toMatchObject({ costCents: 4, isCostUnknown: true });
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
    measure(state, 'a', { verdict, pValue: 0.01 });

    const { decision, bestCandidateId } = complete(
      state,
      { ...lease('lease-1'), report: completion('id-a') },
      limits,
      T0,
    );

    expect(decision).toMatchObject({ isAccepted, reason: verdict });
    expect(bestCandidateId).toBe(isAccepted ? 'id-a' : null);
  });

  it('refuses what is no candidate, or one of an earlier lease, and the run continues', () => {
    const state = leased();
    measure(state, 'a');
    fail(state, { ...lease('lease-1'), report: failure() }, limits, T0);
    reclaimed(state, T0);
    const name = (id: string) =>
      refusal(() => complete(state, { ...lease('lease-2'), report: completion(id) }, limits, T0));

    expect([name('id-a'), name('id-b')]).toEqual(['value_error', 'value_error']);
    expect(state.status).toBe('running');
  });
});

describe('a run with a hold-out', () => {
  const split = { decidedOn: 'holdout', searchCount: 140, holdoutCount: 60 } as const;
  const withHoldout: RunLimits = { ...limits, maxCostCents: 100, split };
  const named = (bestCandidateId: string | null, choose?: 'best') => ({
    ...lease('lease-1'),
    report: {
      kind: 'complete',
      agentTurns: 1,
      bestCandidateId,
      ...(choose && { choose }),
      summary: '',
    } as const,
  });

  /** A run whose candidate `a` is measured on the hold-out. */
  function onHoldout(): RunState {
    const state = leased();
    measure(state, 'a', { verdict: 'not_better' });
    complete(state, named('id-a'), withHoldout, T0);
    return state;
  }

  it('stays running without a lease, and responds to the same report alike, before and after the decision', () => {
    const state = onHoldout();
    const pending = {
      status: 'running',
      agentTurns: 1,
      completedAt: null,
      bestCandidateId: null,
      decision: null,
    };
    const beat = () => heartbeat(state, { ...lease('lease-1'), agentTurns: 2 }, withHoldout, T0);
    const other = () => complete(state, named(null), withHoldout, T0);

    expect(state).toMatchObject({ status: 'running', lease: null, holdout: { candidateId: 'id-a' } });
    expect(state.attempts).toMatchObject([{ outcome: 'completed' }]);
    expect([refusal(beat), refusal(other)]).toEqual(['lease_lost', 'lease_lost']);
    expect(refusal(() => claim(state, { claimId: 'c', runnerId: 'r' }, 'l', withHoldout, T0))).toBe(
      'conflict',
    );
    expect(complete(state, named('id-a'), withHoldout, T0)).toEqual(pending);

    recordHoldout(state, { costCents: 3, verdict: 'better', error: null }, T0 + 5);

    expect(state).toMatchObject({ status: 'completed', bestCandidateId: 'id-a', costCents: 3 });
    expect(complete(state, named('id-a'), withHoldout, T0 + 9)).toEqual(pending);
  });

  it.each([
    [{ verdict: 'better', error: null }, 'better', true],
    [{ verdict: 'not_better', error: null }, 'not_better', false],
    [{ verdict: 'constraints_not_shown', error: null }, 'constraints_not_shown', false],
    [{ verdict: null, error: { code: 'max_cost_reached', message: 'Spent' } }, 'holdout_cost_limit', false],
    [{ verdict: null, error: { code: 'experiment_failed', message: 'It failed' } }, 'holdout_failed', false],
  ] as const)('is decided by the outcome on the hold-out %#', (outcome, reason, isAccepted) => {
    const state = onHoldout();
    recordHoldout(state, { costCents: 0, ...outcome }, T0);

    expect(state.decision).toMatchObject({
      reason,
      isAccepted,
      basis: { candidateId: 'id-a', decidedOn: 'holdout', candidatesTested: 1 },
    });
    expect(state.bestCandidateId).toBe(isAccepted ? 'id-a' : null);
  });

  it('says why the hold-out could not be measured', () => {
    const state = onHoldout();
    recordHoldout(
      state,
      { costCents: 0, verdict: null, error: { code: 'x', message: 'The experiment was deleted' } },
      T0,
    );

    expect(state.decision?.message).toBe(
      'The candidate could not be measured on the hold-out: The experiment was deleted',
    );
  });

  it('can be cancelled and lost meanwhile, which leaves the ended attempt as it was', () => {
    const [cancelled, lost] = [onHoldout(), onHoldout()];
    cancel(cancelled, T0 + 1);
    workflowLost(lost, T0 + 1);
    recordHoldout(cancelled, { costCents: 2, verdict: 'better', error: null }, T0 + 2);

    expect(cancelled).toMatchObject({
      status: 'cancelled',
      bestCandidateId: null,
      decision: null,
      costCents: 2,
    });
    expect(lost).toMatchObject({ status: 'failed', error: { code: 'workflow_lost' } });
    expect([cancelled, lost].map(({ attempts }) => attempts[0]?.outcome)).toEqual(['completed', 'completed']);
  });

  it('is decided at once where too few replies of the search were judged, and without a measured candidate', () => {
    const completed = (verdict: CandidateDecision | null, name: string | null, choose?: 'best') => {
      const state = leased();
      measure(state, 'a', { verdict });
      return complete(state, named(name, choose), withHoldout, T0);
    };

    expect(completed('coverage_too_low', 'id-a')).toMatchObject({
      status: 'completed',
      decision: { reason: 'coverage_too_low' },
    });
    expect(completed(null, 'id-a').decision?.reason).toBe('candidate_not_measured');
    expect(completed('better', null).decision?.reason).toBe('no_candidate_named');
    expect(completed(null, null, 'best').decision?.reason).toBe('candidate_not_measured');
  });

  it('takes the best measured candidate of the lease when asked to: by verdict, gain, and order', () => {
    const state = leased();
    measure(state, 'a', { verdict: 'not_better', pValue: 0.5, gain: 9 });
    measure(state, 'b', { verdict: 'better', pValue: 0.01, gain: 1 });
    measure(state, 'c', { verdict: 'better', pValue: 0.01, gain: 2 });
    measure(state, 'd', { verdict: 'better', pValue: 0.01, gain: 2 });
    measure(state, 'e', { verdict: null });
    const result = complete(state, named(null, 'best'), withHoldout, T0);

    expect(state.holdout?.candidateId).toBe('id-c');
    expect(complete(state, named(null, 'best'), withHoldout, T0)).toEqual(result);
    expect(refusal(() => complete(state, named(null), withHoldout, T0))).toBe('lease_lost');
  });

  it('reserves what the hold-out is expected to cost, by the most expensive experiment', () => {
    const state = leased();
    reserveHoldout(state, withHoldout, { costCents: 20, conversations: 200 });
    expect(state.holdoutReserveCents).toBeCloseTo(6);
    const costly = propose(state, proposal('a'), withHoldout, T0);
    recordMeasurement(state, costly, { costCents: 70, verdict: 'better', error: null }, withHoldout);

    expect(state.holdoutReserveCents).toBeCloseTo(30);
    expect(searchBudget(state, withHoldout)).toBeCloseTo(0);
    expect(refusal(() => propose(state, proposal('b'), withHoldout, T0))).toBe('cost_limit_reached');
    expect(searchBudget({ ...state, costCents: 99 }, { ...withHoldout, maxCostCents: null })).toBeNull();
  });
});

describe('a run that all conversations decide', () => {
  const decided = (pValues: number[]) => {
    const state = leased();
    for (const [index, pValue] of pValues.entries()) {
      measure(state, `${index}`, { verdict: pValue < 0.05 ? 'better' : 'not_better', pValue, gain: 1 });
    }
    const report = { kind: 'complete', agentTurns: 1, bestCandidateId: 'id-0', summary: '' } as const;
    return complete(state, { ...lease('lease-1'), report }, limits, T0).decision;
  };

  it("is corrected by Holm's method for all measured candidates, which the decision says", () => {
    expect(decided([0.03])).toMatchObject({
      isAccepted: true,
      basis: { candidatesTested: 1, adjustedPValue: 0.03 },
    });
    expect(decided([0.03, 0.5])).toMatchObject({
      isAccepted: false,
      reason: 'not_better',
      basis: { decidedOn: 'all_conversations', candidatesTested: 2, adjustedPValue: 0.06 },
    });
    expect(decided([0.03, 0.01])).toMatchObject({ isAccepted: true });
  });
});
