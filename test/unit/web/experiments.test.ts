import { createExperimentSchema } from '../../../src/experiments/wire/experiment.schema';
import { ApiError } from '../../../web/src/api/api-error';
import { getFieldErrors } from '../../../web/src/api/field-errors';
import type { Annotation, Experiment, Metrics, SpanChange } from '../../../web/src/api/types';
import {
  colorChanges,
  describeOutcome,
  haveNothingInCommon,
  outcomes,
  placeInterval,
} from '../../../web/src/pages/experiments/comparison/changes';
import { noneAdded, toAddItems } from '../../../web/src/pages/experiments/detail/added-conversations';
import {
  countIssuesByLabel,
  countIssuesByParameter,
} from '../../../web/src/pages/experiments/detail/issue-counts';
import {
  emptyDraft,
  toCreateExperiment,
  toRerunDraft,
} from '../../../web/src/pages/experiments/shared/experiment-draft';
import {
  canHaveFreshBaseline,
  comparisonPath,
  getProgress,
  isOpen,
} from '../../../web/src/pages/experiments/shared/experiment-state';
import { compareMetric, listMetrics } from '../../../web/src/text/metrics';
import { formatDecimal, formatSigned } from '../../../web/src/text/numbers';
import { toCents } from '../../../web/src/text/typed-numbers';

const metrics: Metrics = {
  issue_rate: 0.25,
  total_issues: 3,
  cost_per_1k: null,
  issue_labels: { fabrication: 3 },
  total_input_tokens: 0,
  total_output_tokens: 0,
  avg_input_tokens: 100,
  avg_output_tokens: 20,
  avg_issues_per_evaluation: 0.3,
  issue_free_message_count: 9,
  total_generation_time_ms: 0,
  avg_response_latency_ms: 900,
  max_response_latency_ms: 1800,
  parameter_issues: { book: { date: 1 } },
  evaluated_count: 12,
  no_verdict_count: 0,
  not_judgeable_count: 0,
  schema_mismatch_count: 0,
};

function makeExperiment(fields: Partial<Experiment> = {}): Experiment {
  return {
    id: 'e1',
    name: 'one',
    model: 'm',
    status: 'completed',
    pass_through: false,
    conversation_ids: ['a', 'b', 'c'],
    set: null,
    chosen_by: 'named',
    replay_at: 'last_reply',
    evaluator_id: 'v',
    system_prompt_override: null,
    samples_per_item: 1,
    concurrency: 20,
    max_cost_cents: null,
    stop_when: null,
    total_items_count: 3,
    status_summary: {
      pending: 0,
      queued: 0,
      generating: 0,
      evaluating: 0,
      in_progress: 0,
      completed: 2,
      skipped: 0,
      failed: 1,
      total: 3,
    },
    ...fields,
  } as Experiment;
}

describe('the state of an experiment', () => {
  it('counts failed items as ended', () => {
    expect(getProgress(makeExperiment())).toEqual({ done: 3, failed: 1, total: 3 });
  });

  it.each([
    ['pending', true],
    ['running', true],
    ['completed', false],
    ['cancelled', false],
  ] as const)('%s is open: %s', (status, expected) => {
    expect(isOpen({ status })).toBe(expected);
  });
});

describe('a fresh baseline', () => {
  it('is offered neither for original replies nor for a fresh baseline', () => {
    const offered = (pass_through: boolean, baseline_of_experiment_id: string | null) =>
      canHaveFreshBaseline({ pass_through, baseline_of_experiment_id });

    expect([offered(false, null), offered(true, null), offered(false, 'e2')]).toEqual([true, false, false]);
  });
});

describe('metrics compared with a baseline', () => {
  const baseline: Metrics = {
    ...metrics,
    issue_rate: 0.5,
    issue_free_message_count: 6,
    avg_response_latency_ms: 500,
    issue_labels: { reasoning_error: 1, fabrication: 5 },
    parameter_issues: {},
  };
  it('have units, and differences of shares are in points', () => {
    expect(compareMetric('issue_rate', 0.5, 0.25)).toMatchObject({
      value: '25.0%',
      baseline: '50.0%',
      difference: '−25 points',
      isBetter: true,
    });
    expect(compareMetric('avg_response_latency_ms', 500, 900)).toMatchObject({
      difference: '+400 ms',
      isBetter: false,
    });
    expect(compareMetric('avg_input_tokens', 100, 100)).toMatchObject({
      value: '100 tokens',
      difference: '0 tokens',
    });
  });

  it('have no difference when a value is missing', () => {
    expect(compareMetric('cost_per_1k', null, 1)).toMatchObject({
      baseline: '–',
      difference: null,
      isBetter: null,
    });
  });

  it('are listed for both sides, without a value judgment for counts', () => {
    expect(
      listMetrics(baseline, metrics).map(({ name, baseline: before, value }) => [name, before, value]),
    ).toContainEqual(['Replies without issues', '6', '9']);
    expect(compareMetric('total_issues', 1, 9).isBetter).toBeNull();
  });

  it('lists every label and parameter of either side, the most frequent first', () => {
    expect(countIssuesByLabel(baseline, metrics)).toEqual([
      { names: ['fabrication'], count: 3, baseline: 5 },
      { names: ['reasoning_error'], count: 0, baseline: 1 },
    ]);
    expect(countIssuesByParameter(baseline, metrics)).toEqual([
      { names: ['book', 'date'], count: 1, baseline: 0 },
    ]);
  });

  it('writes signs, but none for what is written as 0', () => {
    expect([1, -1, 0, null].map((value) => formatSigned(value, String))).toEqual(['+1', '−1', '0', '–']);
    expect([0.06, 0.04, -0.04].map((value) => formatSigned(value, (size) => formatDecimal(size, 1)))).toEqual(
      ['+0.1', '0', '0'],
    );
  });

  it('are neither better nor worse when the difference is written as 0', () => {
    expect(compareMetric('issue_rate', 0.2501, 0.25)).toMatchObject({
      difference: '0 points',
      isBetter: null,
    });
  });
});

describe('the request for an experiment', () => {
  it('omits empty fields', () => {
    expect(toCreateExperiment({ ...emptyDraft, name: ' n ', model: 'm' }, ['a'])).toEqual({
      name: 'n',
      model: 'm',
      conversation_ids: ['a'],
      pass_through: false,
      samples_per_item: 1,
      concurrency: 20,
    });
  });

  it('sends no prompt for original replies', () => {
    const draft = { ...emptyDraft, replies: 'original', systemPrompt: 'p', costLimit: '1' } as const;

    expect(toCreateExperiment(draft, ['a'])).toEqual({
      name: '',
      model: 'pass-through',
      conversation_ids: ['a'],
      pass_through: true,
      concurrency: 20,
      max_cost_cents: 100,
    });
  });

  const fields = [{ name: 'year', type: 'integer' as const, is_list: false, is_optional: true }];

  it('carries every setting of another experiment', () => {
    const settings = {
      model: 'gpt-5-mini',
      pass_through: false,
      evaluator_id: 'v',
      replay_at: 'flagged_reply' as const,
      reasoning_config: { reasoning_effort: 'high' },
      system_prompt_override: 'p',
      output_schema: fields,
      samples_per_item: 3,
      concurrency: 5,
      max_cost_cents: 250,
      stop_when: { decided: true as const, alpha: 0.05, min_effect: 0.1, alternative: 'worse' as const },
    };

    const request = toCreateExperiment(toRerunDraft(makeExperiment(settings)), ['a']);

    expect(request).toEqual({ ...settings, name: 'one (rerun)', conversation_ids: ['a'] });
    // A setting that the API gains has to be carried too. A set and a filter only select the ids, which are carried.
    const settable = Object.keys(createExperimentSchema.shape).filter(
      (name) => !['set', 'filter', 'chosen_by'].includes(name),
    );
    expect(settable.sort()).toEqual(Object.keys(request).sort());
  });

  it('carries how the conversations were chosen, which flagged replies do not say', () => {
    const chosenBy = (replay_at: Experiment['replay_at']) =>
      toCreateExperiment(toRerunDraft(makeExperiment({ chosen_by: 'outcome', replay_at })), ['a']).chosen_by;

    expect([chosenBy('last_reply'), chosenBy('flagged_reply')]).toEqual(['outcome', undefined]);
  });

  it('carries the settings of an experiment on original replies', () => {
    const settings = { model: 'as recorded', pass_through: true, concurrency: 7, max_cost_cents: 50 };

    const request = toCreateExperiment(toRerunDraft(makeExperiment(settings)), ['a']);

    expect(request).toMatchObject({ ...settings, evaluator_id: 'v', conversation_ids: ['a'] });
  });

  it('converts dollars to cents without floating-point errors', () => {
    expect(['0.07', '1.1', '0.005'].map(toCents)).toEqual([7, 110, 0.5]);
  });

  it.each(['five', '1,50', ' '])('never removes the cost limit for the input %j', (costLimit) => {
    const { max_cost_cents: cents } = toCreateExperiment({ ...emptyDraft, costLimit }, ['a']);

    expect(cents).toBe(0);
  });
});

describe('getFieldErrors', () => {
  const error = new ApiError(
    422,
    [
      { loc: ['body', 'name'], msg: 'too short', type: 'too_short' },
      { loc: ['body', 'conversation_ids', '0'], msg: 'unknown', type: 'not_found' },
    ],
    'r1',
  );

  it('assigns entries to shown fields and returns the rest', () => {
    const errors = getFieldErrors(error, ['name', 'model']);

    expect(errors.at('name')).toBe('too short');
    expect(errors.at('model')).toBeNull();
    expect((errors.rest as ApiError).detail.map(({ msg }) => msg)).toEqual(['unknown']);
    expect((errors.rest as ApiError).requestId).toBe('r1');
  });

  it('assigns entries inside a field to it, but not fields that share a prefix of the name', () => {
    const nested = new ApiError(
      422,
      [
        { loc: ['body', 'config', 'model'], msg: 'unknown', type: 'invalid' },
        { loc: ['body', 'config_version'], msg: 'too old', type: 'invalid' },
      ],
      null,
    );

    for (const field of ['config', 'config.model']) {
      const errors = getFieldErrors(nested, [field]);
      expect(errors.at(field)).toBe('unknown');
      expect((errors.rest as ApiError).detail.map(({ msg }) => msg)).toEqual(['too old']);
    }
  });

  it('returns no rest when every entry has a field, and the whole error when none has', () => {
    expect(getFieldErrors(error, ['name', 'conversation_ids']).rest).toBeNull();
    expect(getFieldErrors(new ApiError(500, [], null), ['name']).rest).not.toBeNull();
    expect(getFieldErrors(null, ['name']).rest).toBeNull();
  });
});

describe('span changes', () => {
  const annotation = (start: number, label = 'fabrication') =>
    ({ message_part_index: 0, start_offset: start, end_offset: start + 2, label, text: 'xx' }) as Annotation;

  it('colors each span of a side by its change, and unchanged spans differently', () => {
    const changes = [
      { kind: 'gone', first_annotation: annotation(0), second_annotation: null },
      { kind: 'moved', first_annotation: annotation(5), second_annotation: annotation(7) },
      { kind: 'added', first_annotation: null, second_annotation: annotation(0) },
    ] as SpanChange[];

    const first = colorChanges([annotation(0), annotation(5), annotation(9)], changes, 'first');
    const second = colorChanges([annotation(0), annotation(7)], changes, 'second');

    expect(first.map(({ hue }) => hue)).toEqual([outcomes.gone.hue, outcomes.moved.hue, outcomes.kept.hue]);
    expect(second.map(({ hue }) => hue)).toEqual([outcomes.added.hue, outcomes.moved.hue]);
  });

  it('distinguishes spans at the same position by their labels', () => {
    const changes = [
      { kind: 'gone', first_annotation: annotation(0, 'b'), second_annotation: null },
    ] as SpanChange[];

    const painted = colorChanges([annotation(0, 'a'), annotation(0, 'b')], changes, 'first');

    expect(painted.map(({ hue }) => hue)).toEqual([outcomes.kept.hue, outcomes.gone.hue]);
  });

  it('names a better candidate only if the difference is significant', () => {
    const say = (
      difference: number | null,
      p_value: number | null,
      status: Experiment['status'] = 'completed',
      untested_reason: 'chosen_by_outcome' | null = null,
      pass_through = false,
    ) =>
      describeOutcome({
        first: { status: 'completed' },
        second: { status, pass_through },
        untested_reason,
        metrics: [
          {
            metric: 'issue_rate',
            label: null,
            value: 0.5,
            baseline_value: 0.5,
            difference,
            interval_low: -0.4,
            interval_high: -0.01,
            p_value,
            e_value: null,
            n: 20,
            left_out: [],
          },
        ],
      });

    expect(say(-0.2, 0.0005)).toBe(
      'The candidate has significantly fewer replies with issues than the baseline (p < 0.001).',
    );
    expect(say(0.2, 0.0312)).toContain('more replies with issues than the baseline (p = 0.03)');
    expect(say(-0.05, 0.625)).toContain('No significant difference');
    expect(say(-0.2, null, 'running')).toContain('fewer replies with issues than the baseline (so far)');
    expect(say(null, null)).toContain('No replies to compare');
    const untested = (difference: number, isOriginal: boolean) =>
      say(difference, null, 'completed', 'chosen_by_outcome', isOriginal);
    expect(untested(-0.2, false)).toMatch(/^Fewer .*baseline, not tested.* they failed, fewer/);
    expect(untested(0.2, true)).toMatch(/^Fewer .*candidate, not tested.* they failed, fewer/);
    expect(untested(-0.2, true)).toMatch(/^More .*candidate, not tested.* did not fail, more/);
  });

  it('are from original replies, a fresh baseline or the older experiment, whichever page chose the other', () => {
    const isOf = { pass_through: false, baseline_of_experiment_id: null };
    const older = { ...isOf, id: 'older', created_at: '2026-01-01T00:00:00.000Z' };
    const newer = { ...isOf, id: 'newer', created_at: '2026-01-02T00:00:00.000Z' };
    const newest = { ...isOf, created_at: '2026-01-03T00:00:00.000Z' };
    const fresh = { ...newest, id: 'fresh', baseline_of_experiment_id: 'older' };
    const originals = { ...newest, id: 'originals', pass_through: true };

    for (const [baseline, candidate] of [
      [older, newer],
      [fresh, older],
      [newer, fresh],
      [originals, older],
      [originals, fresh],
    ] as const) {
      const path = `experiments/${baseline.id}/compare/${candidate.id}`;
      expect([comparisonPath(baseline, candidate), comparisonPath(candidate, baseline)]).toEqual([
        path,
        path,
      ]);
    }
  });

  it('have nothing in common without a conversation in both experiments', () => {
    const of = (compared: number, without_verdict: number) =>
      haveNothingInCommon({ pairs: { compared, without_verdict, only_in_first: 3, only_in_second: 3 } });

    expect([of(0, 0), of(0, 1), of(1, 0)]).toEqual([true, false, false]);
  });

  it('positions an interval on an axis with 0 in the middle', () => {
    const { low, high, value } = placeInterval(-0.5, -0.1, -0.3);

    expect(low).toBeGreaterThan(0);
    expect(low).toBeLessThan(value);
    expect(value).toBeLessThan(high);
    expect(high).toBeLessThan(0.5);
    expect(placeInterval(0, 0, 0)).toEqual({ low: 0.5, high: 0.5, value: 0.5 });
  });
});

describe('toAddItems', () => {
  it('sends the chosen source alone, and ids once however they are separated', () => {
    const added = { ...noneAdded, filter: ' label:* ', set: ' refunds@2 ', ids: 'a\nb, c,\n a ' };

    expect((['filter', 'set', 'ids'] as const).map((source) => toAddItems({ ...added, source }))).toEqual([
      { filter: 'label:*' },
      { set: 'refunds@2' },
      { conversation_ids: ['a', 'b', 'c'] },
    ]);
  });
});
