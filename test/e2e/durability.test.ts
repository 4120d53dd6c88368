import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import {
  CONCURRENCY,
  conversationIds,
  ended,
  ITEMS,
  listAll,
  models,
  REPLY_MS,
  repeatedRequests,
  service,
  startExperiment,
} from '../support/killed-processes';
import { isAlive, type StackPids } from '../support/stack';
import type { Schemas } from '../support/wire-types';

async function expectWhole(id: string, samplesPerItem = 1): Promise<void> {
  const conversations = ITEMS / samplesPerItem;
  const experiment = await ended(id);
  const items = await listAll<Schemas['ExperimentItem']>(`/v1/experiments/${id}/items`);
  expect(experiment).toMatchObject({
    status: 'completed',
    completed_items_count: ITEMS,
    evaluations_received: experiment.evaluations_expected,
    status_summary: { completed: ITEMS, failed: 0, total: ITEMS },
    metrics: { evaluated_count: ITEMS, issue_free_message_count: ITEMS },
    baseline_metrics: { evaluated_count: conversations },
  });
  expect(new Set(items.map(({ conversation_id }) => conversation_id)).size).toBe(conversations);
  expect(items.map(({ sample_index }) => sample_index)).toEqual(
    Array.from({ length: ITEMS }, (_, position) => position % samplesPerItem),
  );
  expect(items.every(({ status }) => status === 'completed')).toBe(true);
}

describe('an experiment of 200 items', () => {
  it.each<keyof StackPids>(['worker', 'api', 'mongod', 'temporal'])(
    'loses and repeats nothing when %s is killed in the middle',
    async (victim) => {
      const id = await startExperiment(`kill-${victim}`);
      await eventually(async () => models.requests.length >= ITEMS / 3);

      service.kill(victim);

      await expectWhole(id);
      const repeated = repeatedRequests(models.requests);
      expect(models.requests.length - repeated.length).toBe(ITEMS);
      // Only a killed worker interrupts tries: those in flight, at most as many as the window.
      expect(repeated.length).toBeLessThanOrEqual(victim === 'worker' ? CONCURRENCY : 0);
    },
  );

  it('continues with added items of two samples after all processes were killed and restarted', async () => {
    const id = await startExperiment('kill-all', {
      conversation_ids: conversationIds.slice(0, 5),
      samples_per_item: 2,
    });
    await ended(id);
    models.requests.length = 0;
    const request = { conversation_ids: conversationIds.slice(0, ITEMS / 2) };
    expect((await service.call('POST', `/v1/experiments/${id}/items`, request)).status).toBe(200);
    await eventually(async () => models.requests.length >= ITEMS / 3);

    await service.restart();

    await expectWhole(id, 2);
    const repeated = repeatedRequests(models.requests, 2);
    expect(models.requests.length - repeated.length).toBe(ITEMS - 10);
    expect(repeated.length).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('decides on the pairs that it would without a killed worker, and counts none twice', async () => {
    // The new reply has the issue of the original one: without a discordant pair, 51 exclude an effect of 0.1.
    const reply = { kind: 'text', text: 'The Harrow Bridge was opened in 1889.' } as const;
    models.on('model-decided', { kind: 'slow', ms: REPLY_MS, next: reply });
    const id = await startExperiment('decided', { stop_when: { decided: true, min_effect: 0.1 } });
    await eventually(async () => models.requests.length >= 30);

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
  });
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
    });
    const lease = { lease_id: claimed.lease.lease_id };
    const proposal = { ...lease, candidate_key: 'a', system_prompt: 'Be brief.' };
    const { body: candidate } = await service.call('POST', `${path}/candidates`, proposal);
    await eventually(async () => {
      const { items } = (await service.call('GET', `${path}/candidates`)).body;
      return firstOf(items).status === 'measured';
    });
    const report = { ...lease, agent_turns: 1, best_candidate_id: candidate.id, summary: '' };
    models.requests.length = 0;
    await service.call('POST', `${path}/complete`, report);
    await eventually(async () => models.requests.length >= CONCURRENCY);

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
  });
});

describe('SIGTERM', () => {
  it('ends every process and exits 0', async () => {
    const code = await service.stack.stop();

    expect(code).toBe(0);
    expect(Object.values(service.stack.pids).filter(isAlive)).toEqual([]);
  });
});
