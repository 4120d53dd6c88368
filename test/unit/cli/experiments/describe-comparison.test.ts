import { describeComparison } from '../../../../src/cli/experiments/describe-comparison';
import { baselineComparisonExample } from '../../../../src/experiments/comparison/baseline-comparison.examples';
import { baselineComparisonSchema } from '../../../../src/experiments/comparison/baseline-comparison.schema';

const costs = {
  cost_cents: 42,
  generation_cost_cents: 30,
  judging_cost_cents: 11,
  wasted_cost_cents: 1,
};
const ended = baselineComparisonSchema.parse(baselineComparisonExample);

it('prints p-values of an ended experiment, and the parts of its cost', () => {
  const text = describeComparison(ended, costs);

  expect(text).toContain('│ p-value │');
  expect(text).not.toContain('e-value');
  expect(text).toContain('Cost: $0.42 (generation $0.3, judging $0.11, wasted $0.01).');
});

it('says that original replies that were chosen by their outcome are not tested', () => {
  const text = describeComparison({ ...ended, untested_reason: 'chosen_by_outcome' }, costs);

  expect(text).toContain('fewer issues are expected from any rerun');
  expect(text).not.toContain('is tested');
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
