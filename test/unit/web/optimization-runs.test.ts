import type { Candidate, OptimizationRun } from '../../../web/src/api/types';
import {
  buildConstraintRow,
  buildRows,
  chooseCandidate,
  formatInterval,
} from '../../../web/src/pages/optimization-runs/detail/candidate-rows';
import {
  describeRunners,
  formatRunnerCommand,
} from '../../../web/src/pages/optimization-runs/detail/runner-text';
import { buildTimeline, describeWait } from '../../../web/src/pages/optimization-runs/detail/timeline';
import { emptyRunDraft, toCreateRun } from '../../../web/src/pages/optimization-runs/list/run-draft';
import {
  formatConstraint,
  formatObjective,
  isRunOpen,
} from '../../../web/src/pages/optimization-runs/shared/run-state';
import { compareMetric } from '../../../web/src/text/metrics';

function makeRun(fields: Partial<OptimizationRun> = {}): OptimizationRun {
  return {
    id: 'r1',
    name: 'run',
    status: 'running',
    objective: { metric: 'issue_rate', direction: 'minimize', label: null },
    baseline_experiment_id: 'e0',
    baseline_metrics: { issue_rate: 0.5 } as OptimizationRun['baseline_metrics'],
    attempts: [],
    max_attempts: 3,
    lease_expires_at: null,
    best_candidate_id: null,
    decision: null,
    error: null,
    created_at: '2026-01-15T09:30:00.000Z',
    ready_at: null,
    completed_at: null,
    created_by_user_name: 'Ada',
    created_by_service_account_name: null,
    ...fields,
  } as OptimizationRun;
}

const absolute = {
  label: null,
  min: null,
  relative_to: null,
  baseline_value: null,
  difference: null,
  interval_low: null,
  interval_high: null,
  p_value: null,
  pairs: null,
  pairs_needed: null,
};

function makeCandidate(fields: Partial<Candidate> = {}): Candidate {
  return {
    id: 'c1',
    candidate_key: 'k',
    status: 'measured',
    note: null,
    system_prompt: 'p',
    experiment_id: 'e1',
    metrics: null,
    assessment: {
      verdict: 'better',
      objective: {
        baseline: 0.5,
        candidate: 0.25,
        pairs: 4,
        difference: -0.25,
        conversations: 4,
        coverage: 1,
        test: 'mcnemar_exact',
        p_value: 0.01,
        interval_low: -0.5,
        interval_high: 0.125,
        confidence: 0.95,
      },
      constraints: [{ ...absolute, metric: 'cost_per_1k', max: 1.5, value: 2, is_met: false }],
    },
    ...fields,
  } as Candidate;
}

describe('the timeline of a run', () => {
  const attempt = {
    epoch: 1,
    runner_id: 'runner-1',
    started_at: '2026-01-15T09:31:00.000Z',
    ended_at: '2026-01-15T09:32:00.000Z',
    outcome: 'lease_expired' as const,
    agent_turns: 2,
    error: null,
  };

  it('lists every attempt from its lease to its outcome, in order of time', () => {
    const run = makeRun({
      status: 'failed',
      ready_at: '2026-01-15T09:33:00.000Z',
      completed_at: '2026-01-15T09:40:00.000Z',
      attempts: [
        attempt,
        { ...attempt, epoch: 2, started_at: '2026-01-15T09:34:00.000Z', ended_at: null, outcome: null },
      ],
      error: { code: 'attempts_exhausted', message: 'No attempt is left' },
    });

    expect(buildTimeline(run).map(({ title }) => title)).toEqual([
      'Created',
      'Lease 1 started',
      'Lease 1 ended: lease expired',
      'Ready for a runner',
      'Lease 2 started',
      'Run failed',
    ]);
    expect(buildTimeline(run).at(-1)).toMatchObject({
      text: 'attempts exhausted: No attempt is left',
      tone: 'danger',
    });
  });

  it('orders events with the same timestamp by causality', () => {
    const time = attempt.ended_at;
    const run = makeRun({
      status: 'failed',
      ready_at: time,
      completed_at: time,
      attempts: [attempt, { ...attempt, epoch: 2, started_at: time, ended_at: null, outcome: null }],
    });

    expect(buildTimeline(run).map(({ title }) => title)).toEqual([
      'Created',
      'Lease 1 started',
      'Lease 1 ended: lease expired',
      'Ready for a runner',
      'Lease 2 started',
      'Run failed',
    ]);
  });

  it('describes what an open run waits for, and nothing after it has ended', () => {
    const now = Date.parse('2026-01-15T09:31:30.000Z');
    const leased = makeRun({ lease_expires_at: '2026-01-15T09:32:00.000Z' });

    expect(describeWait(leased, now)).toContain('30 seconds');
    expect(describeWait(leased, now + 60_000)).toContain('about to expire');
    expect(describeWait(makeRun({ status: 'ready' }), now)).toContain('runner');
    expect(describeWait(makeRun({ holdout_candidate_id: 'c1' }), now)).toContain('hold-out');
    expect(describeWait(makeRun({ status: 'completed' }), now)).toBeNull();
  });

  it('is open until it has ended', () => {
    const statuses = ['preparing', 'ready', 'running', 'completed', 'failed', 'cancelled'] as const;

    expect(statuses.filter((status) => isRunOpen(makeRun({ status })))).toEqual(statuses.slice(0, 3));
  });
});

describe('the candidates of a run', () => {
  it('follow the baseline, with their difference and violated constraints', () => {
    const [baseline, row] = buildRows(makeRun({ best_candidate_id: 'c1' }), [makeCandidate()]);

    expect(baseline).toMatchObject({ candidate: null, objective: '50.0%', experimentId: 'e0' });
    expect(row).toMatchObject({
      isWinner: true,
      objective: '25.0%',
      difference: '−25 points',
      isBetter: true,
      constraints: [{ text: 'Cost per 1,000 replies ≤ $1.50', value: '$2.00', state: 'violated' }],
    });
  });

  it('have no difference before they are measured', () => {
    const [, row] = buildRows(makeRun(), [makeCandidate({ assessment: null, status: 'measuring' })]);

    expect(row).toMatchObject({ objective: '–', difference: null, isBetter: null, constraints: [] });
  });

  it('improve by higher values if the objective is maximized', () => {
    const run = makeRun({
      objective: { metric: 'avg_output_tokens', direction: 'maximize', label: null, min_effect: null },
    });

    expect(buildRows(run, [makeCandidate()])[1]?.isBetter).toBe(false);
  });

  it('are neither better nor worse if the difference is written as 0', () => {
    const { assessment } = makeCandidate();
    const by = (difference: number) => {
      const objective = { baseline: 0.5, candidate: 0.5 + difference };
      const candidate = { assessment: { ...assessment, objective } } as Partial<Candidate>;
      return buildRows(makeRun(), [makeCandidate(candidate)])[1];
    };

    expect(by(-0.0004)).toMatchObject({ difference: '0 points', isBetter: null });
    expect(by(-0.0006)).toMatchObject({ difference: '−0.1 points', isBetter: true });
    expect(by(0)).toMatchObject({ difference: '0 points', isBetter: null });
  });

  it('are shown by selection, else the winner, else the first with a prompt', () => {
    const candidates = [makeCandidate({ system_prompt: null }), makeCandidate({ id: 'c2' })];

    expect(chooseCandidate(makeRun(), candidates, 'c1')?.id).toBe('c1');
    expect(chooseCandidate(makeRun({ best_candidate_id: 'c1' }), candidates, null)?.id).toBe('c1');
    expect(chooseCandidate(makeRun(), candidates, null)?.id).toBe('c2');
    expect(chooseCandidate(makeRun(), [], null)).toBeNull();
  });

  it('have intervals with signs and units', () => {
    const interval = { interval_low: -0.5, interval_high: 0.125 };

    expect(formatInterval(interval, 'avg_output_tokens')).toBe('−0.5 tokens to +0.1 tokens');
    expect(formatInterval({ ...interval, interval_low: null }, 'issue_rate')).toBe('–');
  });

  it('have relative constraints that are met, violated, or not shown with the pairs that would do', () => {
    const check = {
      ...absolute,
      metric: 'issue_rate' as const,
      max: 0.01,
      relative_to: 'baseline' as const,
      value: 0.05,
      baseline_value: 0.05,
      difference: 0,
      interval_low: -0.04,
      interval_high: 0.04,
      p_value: 0.4,
      pairs: 60,
      pairs_needed: 1200,
      is_met: false,
    };

    expect(buildConstraintRow(check)).toEqual({
      text: 'Issue rate, difference from baseline ≤ +1 points',
      value: '0 points (95% bound +4 points; needs about 1,200 pairs)',
      state: 'not shown',
    });
    expect(buildConstraintRow({ ...check, difference: 0.02 }).state).toBe('violated');
    expect(buildConstraintRow({ ...check, is_met: true }).state).toBe('met');
  });
});

describe('objectives and constraints as text', () => {
  it('have units', () => {
    const objective = { metric: 'issue_rate', direction: 'minimize', min_effect: null } as const;
    expect(formatObjective({ ...objective, label: 'reasoning_error' })).toBe(
      'Minimize issue rate (reasoning error)',
    );
    expect(
      formatConstraint({ metric: 'issue_rate', label: null, min: null, max: 0.05, relative_to: null }),
    ).toBe('Issue rate ≤ 5.0%');
    expect(
      formatConstraint({ metric: 'avg_output_tokens', label: null, min: 10, max: 20, relative_to: null }),
    ).toBe('Output per reply ≥ 10 tokens and ≤ 20 tokens');
    expect(compareMetric('avg_response_latency_ms', 500, 250).difference).toBe('−250 ms');
  });
});

describe('the request for a run', () => {
  it('converts a share typed in percent, and other limits unchanged', () => {
    const constraints = [
      { key: 1, metric: 'issue_rate', bound: 'max', scope: 'value', value: '7' },
      { key: 2, metric: 'avg_output_tokens', bound: 'min', scope: 'baseline', value: '12.5' },
    ] as const;

    expect(toCreateRun({ ...emptyRunDraft, name: 'n', model: 'm', constraints }, ['a'])).toEqual({
      name: 'n',
      model: 'm',
      conversation_ids: ['a'],
      objective: { metric: 'issue_rate', direction: 'minimize' },
      constraints: [
        { metric: 'issue_rate', max: 0.07 },
        { metric: 'avg_output_tokens', relative_to: 'baseline', min: 12.5 },
      ],
      max_candidates: 10,
      holdout_share: 0.3,
    });
  });

  it.each([
    ['issue_rate', '2.5', 0.025],
    ['avg_output_tokens', '12', 12],
  ] as const)('has the minimum effect on %s in the unit of the metric', (metric, minEffect, expected) => {
    const { objective } = toCreateRun({ ...emptyRunDraft, metric, minEffect }, ['a']);

    expect(objective).toEqual({ metric, direction: 'minimize', min_effect: expected });
  });
});

describe('the runners of a run that waits', () => {
  const runner = (name: string, strategies: string[] | null) => ({
    runner_id: name,
    strategies,
    seen_at: '2026-01-15T09:30:00.000Z',
  });

  it.each([
    [null, [], 'No runner is connected.'],
    [null, [runner('a', ['list'])], '1 runner connected: a. It claims the run within seconds.'],
    [
      'llm',
      [runner('a', ['list']), runner('b', null)],
      '1 runner connected: b. It claims the run within seconds.',
    ],
    [
      'llm',
      [runner('a', ['list'])],
      'No runner is connected that has the strategy llm: 1 connected runner has another one.',
    ],
  ])('with the strategy %s are described', (strategy, runners, text) => {
    expect(describeRunners({ strategy }, runners)).toBe(text);
  });

  it.each([
    [null, 'assay runner --strategy list --candidates candidates.yaml'],
    ['llm', 'assay runner --strategy llm --model gpt-4.1-mini'],
    ['mine', '# Start your runner with the strategy mine.'],
  ])('with the strategy %s start with a command that has address and key', (strategy, start) => {
    const run = { strategy, model: 'gpt-4.1-mini' };

    expect(formatRunnerCommand(run, { endpoint: 'https://assay.example.com', key: 'k' }).split('\n')).toEqual(
      ['export ASSAY_URL=https://assay.example.com', 'export ASSAY_API_KEY=k', start],
    );
  });
});
