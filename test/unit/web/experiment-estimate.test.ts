import type { ExperimentEstimate } from '../../../web/src/api/types';
import { describeEstimate } from '../../../web/src/pages/experiments/shared/estimate-text';
import { emptyDraft, toEstimateExperiment } from '../../../web/src/pages/experiments/shared/experiment-draft';

const generation = {
  model: 'gpt-4o-mini',
  calls: { low: 2, high: 2 },
  input_tokens: { low: 1812, high: 1812 },
  output_tokens: { low: 48, high: 192 },
  cost_cents: { low: 3, high: 8 },
};

const estimate = (fields: Partial<ExperimentEstimate> = {}): ExperimentEstimate => ({
  conversations_count: 2,
  items_count: 2,
  counted_items_count: 2,
  generation,
  judging: null,
  cost_cents: { low: 3, high: 8 },
  ...fields,
});

describe('describeEstimate', () => {
  it('has the range of the cost, and the tokens of its parts', () => {
    const judging = { ...generation, model: 'gpt-4o', cost_cents: { low: 100, high: 100 } };

    expect(describeEstimate(estimate({ judging, cost_cents: { low: 103, high: 108 } }), null)).toEqual([
      'Estimated cost: $1.03 to $1.08',
      'Replies: $0.03 to $0.08, 1,812 input and 48 to 192 output tokens.',
      'Verdicts: $1.00, 1,812 input and 48 to 192 output tokens.',
    ]);
  });

  it('says which price is unknown', () => {
    const unpriced = estimate({ generation: { ...generation, cost_cents: null }, cost_cents: null });

    expect(describeEstimate(unpriced, 5)).toEqual([
      'Estimated cost: unknown, because the price of gpt-4o-mini is unknown',
      'Replies: 1,812 input and 48 to 192 output tokens.',
    ]);
  });

  it('does not write a small cost as nothing', () => {
    const [total] = describeEstimate(estimate({ cost_cents: { low: 0.001, high: 0.002 } }), null);
    const [nothing] = describeEstimate(estimate({ cost_cents: { low: 0, high: 0 } }), null);

    expect(total).toBe('Estimated cost: less than $0.0001');
    expect(nothing).toBe('Estimated cost: $0.00');
  });

  it.each([
    [8, null],
    [5, 'The cost limit may end the experiment early.'],
    [2, 'The cost limit will end the experiment early.'],
  ])('compares with a limit of %d cents', (limit, expected) => {
    const lines = describeEstimate(estimate(), limit);

    expect(lines.slice(2)).toEqual(expected === null ? [] : [expected]);
  });

  it('says of how many conversations tokens were counted', () => {
    const many = estimate({ conversations_count: 1000, counted_items_count: 100 });

    expect(describeEstimate(many, null)).toContain('Tokens were counted in 100 of 1,000 conversations.');
  });
});

describe('toEstimateExperiment', () => {
  it('needs a model to generate with, and no name', () => {
    expect(toEstimateExperiment(emptyDraft, ['a'])).toBeNull();
    expect(toEstimateExperiment({ ...emptyDraft, model: ' m ', systemPrompt: 'Be brief.' }, ['a'])).toEqual({
      model: 'm',
      pass_through: false,
      conversation_ids: ['a'],
      system_prompt_override: 'Be brief.',
      samples_per_item: 1,
    });
    expect(toEstimateExperiment({ ...emptyDraft, replies: 'original' }, ['a'])).toEqual({
      model: 'pass-through',
      pass_through: true,
      conversation_ids: ['a'],
    });
  });
});
