import { describeComparison } from '../../../../src/cli/experiments/describe-comparison';
import { baselineComparisonExample } from '../../../../src/experiments/comparison/baseline-comparison.examples';
import { baselineComparisonSchema } from '../../../../src/experiments/comparison/baseline-comparison.schema';

const costs = {
  cost_cents: 42,
  generation_cost_cents: 30,
  judging_cost_cents: 11,
  wasted_cost_cents: 1,
  baseline_of_experiment_id: null,
};
const ended = baselineComparisonSchema.parse(baselineComparisonExample);

it('prints p-values of an ended experiment, and the parts of its cost', () => {
  const text = describeComparison(ended, costs);

  expect(text).toContain('│ p-value │');
  expect(text).not.toContain('e-value');
  expect(text).toContain('Cost: $0.42 (generation $0.3, judging $0.11, wasted $0.01).');
});

describe('original replies that were chosen by their outcome', () => {
  const NOT_TESTED = 'Not tested: the original replies were chosen by their outcome.';
  const untested = { ...ended, untested_reason: 'chosen_by_outcome' } as const;

  it.each([
    [-0.1, 'chosen because they failed, fewer'],
    [0.1, 'chosen because they did not fail, more'],
  ])('are not tested; a difference of %d may have been expected', (difference, expectation) => {
    const metrics = untested.metrics.map((metric) => ({ ...metric, difference }));

    const text = describeComparison({ ...untested, metrics }, costs);

    expect(text).toContain(
      `${NOT_TESTED} If they were ${expectation} issues are expected from any rerun.\nRun a`,
    );
    expect(text).not.toContain('is tested');
  });

  it('need no other baseline for a fresh baseline', () => {
    const text = describeComparison(untested, { ...costs, baseline_of_experiment_id: 'exp_1' });

    expect(text).toContain(NOT_TESTED);
    expect(text).not.toContain('Run a fresh baseline');
  });

  it('are not rerun where they are passed through', () => {
    const text = describeComparison({ ...untested, pass_through: true }, costs);

    expect(text.endsWith(NOT_TESTED)).toBe(true);
  });
});

it('says that a cost is unknown', () => {
  const text = describeComparison(ended, { ...costs, cost_cents: null, generation_cost_cents: null });

  expect(text).toContain('Cost: unknown (generation unknown, judging $0.11, wasted $0.01).');
});

it('prints e-values of an experiment that is read early, and says what they mean', () => {
  const metrics = ended.metrics.map((metric) =>
    metric.metric === 'issue_rate' ? { ...metric, p_value: null, e_value: 19.97 } : metric,
  );

  const text = describeComparison({ ...ended, status: 'running', metrics }, costs);

  expect(text).toContain('│ e-value │');
  expect(text).not.toContain('p-value');
  expect(text).toMatch(/issue rate .*│ +19 │ +117 │/);
  expect(text).toContain('from 20 on it shows a difference at the 5% level');
});

it('says what the samples of a conversation are worth', () => {
  const issue_rate_variance = {
    conversations_count: 200,
    replies_count: 1000,
    between_conversations: 0.05,
    within_conversation: 0.1,
    intraclass_correlation: 1 / 3,
    effective_replies_count: 1000 / (1 + 4 / 3),
  };

  expect(describeComparison(ended, { ...costs, issue_rate_variance })).toContain(
    'Issue rate: variance 0.05 between conversations, 0.1 within them.\n' +
      '1,000 replies to 200 conversations are as precise as replies to 429 separate ones.\n',
  );
  expect(describeComparison(ended, { ...costs, issue_rate_variance: null })).not.toContain('variance');
});
