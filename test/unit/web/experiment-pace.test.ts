import type { Experiment } from '../../../web/src/api/types';
import { describeDecision } from '../../../web/src/pages/experiments/detail/decision-text';
import { addSample, getPace } from '../../../web/src/pages/experiments/detail/pace';
import {
  emptyDraft,
  toCreateExperiment,
  toRerunDraft,
} from '../../../web/src/pages/experiments/shared/experiment-draft';
import {
  describeSampleSize,
  toEffect,
  toSamples,
} from '../../../web/src/pages/experiments/shared/sample-size';

const start = Date.UTC(2026, 0, 1, 12);
const at = (seconds: number) => new Date(start + 1000 * seconds).toISOString();
const counts = { pending: 0, queued: 0, generating: 0, evaluating: 0, in_progress: 0, failed: 0, skipped: 0 };

function makeExperiment(fields: Partial<Experiment> = {}): Experiment {
  return {
    name: 'x',
    model: 'm',
    status: 'running',
    evaluator_id: 'v',
    system_prompt_override: null,
    concurrency: 20,
    max_cost_cents: null,
    created_at: at(0),
    requested_at: at(0),
    completed_at: null,
    stop_when: null,
    decision: null,
    model_calls_saved: null,
    status_summary: { ...counts, pending: 60, completed: 40, total: 100 },
    ...fields,
  } as Experiment;
}

describe('the pace of an experiment', () => {
  it('is that since the start until there are older samples', () => {
    const pace = getPace(makeExperiment(), [{ at: start + 20_000, done: 40 }], start + 20_000);

    expect(pace).toEqual({ elapsedMs: 20_000, itemsPerMinute: 120, remainingMs: 30_000 });
  });

  it('is that of the recent past', () => {
    let samples = [{ at: start, done: 0 }];
    for (const second of [30, 60, 90, 120])
      samples = addSample(samples, { at: start + 1000 * second, done: second / 3 });

    expect(samples[0]).toEqual({ at: start + 60_000, done: 20 });
    expect(getPace(makeExperiment(), samples, start + 120_000)).toMatchObject({
      elapsedMs: 120_000,
      itemsPerMinute: 20,
      remainingMs: 180_000,
    });
  });

  it('is unknown right after a retry was requested, whose items ended before', () => {
    const retried = makeExperiment({ requested_at: at(500) });

    expect(getPace(retried, [{ at: start + 501_000, done: 40 }], start + 501_000)).toEqual({
      elapsedMs: 1000,
      itemsPerMinute: null,
      remainingMs: null,
    });
  });

  it('has no time left without progress, and after the end', () => {
    const samples = [{ at: start, done: 40 }];
    const ended = makeExperiment({ status: 'completed', completed_at: at(90) });

    expect(getPace(makeExperiment(), samples, start + 60_000)).toMatchObject({
      itemsPerMinute: 0,
      remainingMs: null,
    });
    expect(getPace(ended, samples, start + 600_000)).toEqual({
      elapsedMs: 90_000,
      itemsPerMinute: null,
      remainingMs: null,
    });
  });
});

const rule = { decided: true as const, alpha: 0.05, min_effect: 0.05, alternative: 'two_sided' as const };

describe('a decision in words', () => {
  it('has its evidence and what it has saved', () => {
    const decision = {
      outcome: 'better' as const,
      e_value: 28.4,
      interval_low: -1,
      interval_high: 0,
      n: 8,
      worse_count: 0,
      better_count: 8,
      alpha: 0.05,
      min_effect: 0.05,
      alternative: 'two_sided' as const,
    };
    const decided = makeExperiment({
      status: 'completed',
      stop_when: rule,
      decision,
      model_calls_saved: 22,
      status_summary: { ...counts, completed: 8, skipped: 22, total: 30 },
    });

    expect(describeDecision(decided)).toBe(
      'Decided: better than the original replies (e-value 28, difference −100 points to 0 points, 8 pairs). 22 items skipped, 22 model calls saved.',
    );
  });

  it('says when nothing is decided', () => {
    expect(describeDecision(makeExperiment())).toBeNull();
    expect(describeDecision(makeExperiment({ stop_when: rule }))).toContain('Not decided yet');
    expect(describeDecision(makeExperiment({ stop_when: rule, status: 'completed' }))).toContain(
      'Not decided.',
    );
  });
});

describe('the stopping rule of the form', () => {
  it('is sent as a share, and carried to the next experiment', () => {
    const draft = { ...emptyDraft, model: 'm', stopsOnceDecided: true, minEffect: '7' };
    const body = toCreateExperiment(draft, ['a']);

    expect(body.stop_when).toEqual({ decided: true, min_effect: 0.07 });
    expect(toCreateExperiment({ ...draft, replies: 'original' }, ['a'])).not.toHaveProperty('stop_when');
    const again = toRerunDraft(makeExperiment({ stop_when: { ...rule, min_effect: 0.07 } }));
    expect(again).toMatchObject({ stopsOnceDecided: true, minEffect: '7' });
  });

  it('says how many conversations the effect needs', () => {
    const size = {
      min_effect: 0.05,
      alpha: 0.05,
      power: 0.8,
      samples_per_item: 1,
      discordance: 0.2,
      discordance_source: 'default' as const,
      past_experiments_count: 0,
      past_pairs_count: 0,
      within_conversation: null,
      conversations: 658,
      items_count: 658,
      conversations_with_one_sample: 658,
      conversations_with_stop_when: 1384,
    };

    expect(describeSampleSize(size, 40)).toMatch(
      /^An effect of 5 points needs 658 conversations, or at most 1,384/,
    );
    expect(describeSampleSize({ ...size, conversations: null }, 40)).toContain(
      'more than 10,000 conversations',
    );
    const sampled = {
      ...size,
      samples_per_item: 5,
      within_conversation: 0.06,
      conversations: 490,
      items_count: 2450,
      conversations_with_stop_when: null,
    };
    expect(describeSampleSize(sampled, null)).toMatch(
      /^An effect of 5 points needs 490 conversations with 5 samples each \(2,450 replies\), or 658 with one sample, assuming/,
    );
    expect(
      describeSampleSize(
        { ...sampled, conversations: null, items_count: null, within_conversation: null },
        null,
      ),
    ).toMatch(
      /more than 10,000 replies with 5 samples each, or 658 with one sample, .* Past experiments do not show what samples save\.$/,
    );
    expect(['1', '10', '0', '11', '2.5', '', 'x'].map(toSamples)).toEqual([
      1,
      10,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(['5', '0', '100', 'x', '0.1'].map(toEffect)).toEqual([0.05, null, null, null, 0.001]);
  });
});
