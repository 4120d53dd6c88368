import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import {
  CONCURRENCY,
  conversationIds,
  ended,
  ITEMS,
  models,
  REPLY_MS,
  repeatedRequests,
  service,
  startExperiment,
} from '../support/killed-processes';

describe('an experiment of 200 items', () => {
  it('decides on the pairs that it would without a killed worker, and counts none twice', async () => {
    // The new reply has the issue of the original one: without a discordant pair, 51 exclude an effect of 0.1.
    const reply = { kind: 'text', text: 'The Harrow Bridge was opened in 1889.' } as const;
    models.on('model-decided', { kind: 'slow', ms: REPLY_MS, next: reply });
    const id = await startExperiment('decided', { stop_when: { decided: true, min_effect: 0.1 } });
    await eventually(async () => models.requests.length >= 30, 60_000);

    service.kill('worker');

    const experiment = await ended(id);
    const { completed, skipped } = experiment.status_summary;
    expect(experiment).toMatchObject({
      status: 'completed',
      decision: { outcome: 'no_effect', n: 51, e_value: 1 },
      status_summary: { failed: 0, total: ITEMS },
      model_calls_saved: skipped,
    });
    expect(completed).toBeGreaterThanOrEqual(51);
    // Pairs count in order: while the items of the killed worker wait for their next try, later ones are completed.
    expect(skipped).toBeGreaterThan(0);
    const repeated = repeatedRequests(models.requests);
    expect(models.requests.length - repeated.length).toBe(completed);
    expect(repeated.length).toBeLessThanOrEqual(CONCURRENCY);
  }, 180_000);
});

describe('an optimization run', () => {
  it('is decided on its hold-out although the worker is killed while that is measured', async () => {
    const { body: created } = await service.call('POST', '/v1/optimization-runs', {
      name: 'kill-holdout',
      model: 'model-holdout',
      conversation_ids: conversationIds.slice(0, 100),
      objective: { metric: 'avg_output_tokens', direction: 'minimize' },
      holdout_share: 0.5,
    });
    const path = `/v1/optimization-runs/${created.id}` as const;
    const claimed = await eventually(async () => {
      const { status, body } = await service.call('POST', '/v1/optimization-runs/claim', { runner_id: 'r' });
      return status === 200 && body;
    }, 60_000);
    const lease = { lease_id: claimed.lease.lease_id };
    const proposal = { ...lease, candidate_key: 'a', system_prompt: 'Be brief.' };
    const { body: candidate } = await service.call('POST', `${path}/candidates`, proposal);
    await eventually(async () => {
      const { items } = (await service.call('GET', `${path}/candidates`)).body;
      return firstOf(items).status === 'measured';
    }, 60_000);
    const report = { ...lease, agent_turns: 1, best_candidate_id: candidate.id, summary: '' };
    models.requests.length = 0;
    await service.call('POST', `${path}/complete`, report);
    await eventually(async () => models.requests.length >= CONCURRENCY, 60_000);

    service.kill('worker');

    const run = await eventually(async () => {
      const { status, body } = await service.call('GET', path);
      return status === 200 && body.completed_at !== null && body;
    }, 150_000);
    const conversations = run.holdout_conversations_count;
    expect(run).toMatchObject({
      status: 'completed',
      decision: { reason: 'not_better', holdout: { conversations, pairs: conversations } },
    });
    expect(models.requests.length - repeatedRequests(models.requests).length).toBe(conversations);
  }, 240_000);
});
