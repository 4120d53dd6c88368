import type { MetricComparison, Metrics } from '../../../web/src/api/types';
import { describeBaselineOutcome } from '../../../web/src/pages/experiments/detail/baseline-outcome';
import { listMetrics } from '../../../web/src/text/metrics';
import {
  describeEmptyReplies,
  describeLeftOut,
  omitPaired,
  readsEarly,
  toPairedRow,
} from '../../../web/src/text/paired-metrics';

function makeComparison(fields: Partial<MetricComparison> = {}): MetricComparison {
  return {
    metric: 'issue_rate',
    label: null,
    value: 0.12,
    baseline_value: 0.265,
    difference: -0.145,
    interval_low: -0.228,
    interval_high: -0.072,
    p_value: 0.00049,
    e_value: null,
    n: 117,
    left_out: [],
    ...fields,
  };
}

const latency = makeComparison({
  metric: 'avg_response_latency_ms',
  value: 400,
  baseline_value: 500,
  difference: -100,
  interval_low: -160,
  interval_high: -40,
  p_value: null,
});

describe('toPairedRow', () => {
  it('writes values, difference, interval, p-value and pairs with their units', () => {
    expect(toPairedRow(makeComparison(), false)).toMatchObject({
      name: 'Issue rate',
      baseline: '26.5%',
      value: '12.0%',
      difference: '−14.5 points',
      interval: '−22.8 to −7.2 points',
      evidence: '< 0.001',
      pairs: '117',
      isBetter: true,
    });
    expect(toPairedRow({ ...latency, interval_low: -1600 }, false).interval).toBe('−1.60 s to −40 ms');
    expect(toPairedRow({ ...latency, metric: 'avg_reply_chars' }, false)).toMatchObject({
      name: 'Reply length',
      value: '400 characters',
      isBetter: null,
    });
  });

  it.each<[string, Partial<MetricComparison>, boolean | null]>([
    ['a significant p-value', { p_value: 0.049 }, true],
    ['none', { p_value: 0.051 }, null],
    ['a significant increase', { difference: 0.1, p_value: 0.01 }, false],
    ['a difference that is written as 0', { difference: -0.0001, p_value: 0.01 }, null],
    ['no pairs', { difference: null, interval_low: null, interval_high: null, p_value: null }, null],
  ])('calls an issue rate better or worse with %s: %j', (_name, fields, isBetter) => {
    expect(toPairedRow(makeComparison(fields), false).isBetter).toBe(isBetter);
  });

  it('calls other metrics better or worse by their interval, from six pairs on, and not while running', () => {
    expect(toPairedRow(latency, false).isBetter).toBe(true);
    expect(toPairedRow({ ...latency, interval_high: 5 }, false).isBetter).toBeNull();
    expect(toPairedRow({ ...latency, n: 6 }, false).isBetter).toBe(true);
    expect(toPairedRow({ ...latency, n: 5 }, false).isBetter).toBeNull();
    expect(toPairedRow(latency, true).isBetter).toBeNull();
  });

  it('calls the issue rate of a running experiment by its interval, which holds at every look', () => {
    expect(toPairedRow(makeComparison({ p_value: null }), true).isBetter).toBe(true);
    expect(toPairedRow(makeComparison({ p_value: null, interval_high: 0.01 }), true).isBetter).toBeNull();
  });
});

it('shows the e-value where a p-value would be invalid', () => {
  const say = (e_value: number) => toPairedRow(makeComparison({ p_value: null, e_value }), true).evidence;

  expect([1.26, 24.4, 5000].map(say)).toEqual(['1.2', '24', '5,000']);
  expect(readsEarly([makeComparison({ p_value: null, e_value: 28 }), latency], false)).toBe(true);
  expect(readsEarly([makeComparison({ difference: null, p_value: null })], true)).toBe(true);
  expect(readsEarly([makeComparison(), latency], false)).toBe(false);
});

it('leaves out the metrics of all replies that are equal over the pairs, of both sides', () => {
  const baseline = { issue_rate: 0.2651, avg_response_latency_ms: 500, total_issues: 7 } as Metrics;
  const metrics = { issue_rate: 0.1199, avg_response_latency_ms: 390, total_issues: 3 } as Metrics;
  const namesOf = (paired: MetricComparison[]) =>
    omitPaired(listMetrics(baseline, metrics), paired)
      .filter(({ value }) => value !== '–')
      .map(({ id }) => id);

  expect(namesOf([makeComparison(), makeComparison({ label: 'fabrication' }), latency])).toEqual([
    'total_issues',
    'avg_response_latency_ms',
  ]);
  expect(namesOf([makeComparison({ baseline_value: 0.3 })])).toContain('issue_rate');
});

describe('describeLeftOut', () => {
  it('groups the metrics that leave out the same conversations', () => {
    const verdicts = [
      { reason: 'item_failed', count: 1 },
      { reason: 'not_judgeable', count: 2 },
    ] as const;

    expect(
      describeLeftOut([
        makeComparison({ left_out: [...verdicts] }),
        makeComparison({ label: 'fabrication', left_out: [...verdicts] }),
        makeComparison({ metric: 'avg_issues_per_evaluation', left_out: [...verdicts] }),
        { ...latency, left_out: [{ reason: 'item_failed', count: 1 }] },
        makeComparison({ metric: 'avg_input_tokens' }),
      ]),
    ).toEqual([
      'Issue rate, Issues per reply: 3 conversations left out: 1 failed, 2 are not judgeable.',
      'Mean latency: 1 conversation left out: 1 failed.',
    ]);
  });
});

describe('describeEmptyReplies', () => {
  it('calls out empty replies on either side', () => {
    const sides = ['Original', 'Result'] as const;

    expect(describeEmptyReplies({ count: 3, baseline_count: 0, n: 50 }, sides)).toBe(
      'Empty replies of 50 pairs: Original 0, Result 3.',
    );
    expect(describeEmptyReplies({ count: 0, baseline_count: 0, n: 50 }, sides)).toBeNull();
  });
});

describe('describeBaselineOutcome', () => {
  const say = (
    fields: Partial<MetricComparison>,
    pass_through = false,
    untested_reason: 'chosen_by_outcome' | null = null,
  ) =>
    describeBaselineOutcome({
      metrics: [makeComparison(fields)],
      pass_through,
      status: 'completed',
      untested_reason,
    });

  it('claims a difference only where there is one', () => {
    expect(say({})).toBe('Significantly fewer replies with issues than the original replies (p < 0.001).');
    expect(say({ p_value: 0.3 })).toBe(
      'No significant difference in the number of replies with issues (p = 0.30).',
    );
    expect(say({ p_value: null, e_value: 28 })).toContain('(e-value 28)');
    expect(say({ difference: null })).toBe('No conversation has a verdict on both sides yet.');
  });

  it('calls no difference significant if the original replies were chosen by their outcome', () => {
    const untested = { p_value: null, interval_low: null, interval_high: null };
    const sayUntested = (difference: number | null) =>
      say({ ...untested, difference }, false, 'chosen_by_outcome');

    expect(sayUntested(-0.8)).toBe(
      'Fewer replies with issues than the original replies, not tested: the original replies were chosen by ' +
        'their outcome. If they were chosen because they failed, fewer issues are expected from any rerun.',
    );
    expect(sayUntested(0.1)).toContain('chosen because they did not fail, more issues are expected');
    expect([-0.8, 0, 0.1].map(sayUntested).join(' ')).not.toMatch(/significant/i);
    expect(sayUntested(null)).toBe('No conversation has a verdict on both sides yet.');
  });

  it('says that there is nothing to compare if the original replies are passed through', () => {
    expect(say({}, true)).toContain('Both sides are the original replies.');
  });
});
