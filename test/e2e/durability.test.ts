import { eventually } from '../support/eventually';
import {
  CONCURRENCY,
  conversationIds,
  ended,
  ITEMS,
  listAll,
  models,
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
      await eventually(async () => models.requests.length >= ITEMS / 3, 60_000);

      service.kill(victim);

      await expectWhole(id);
      const repeated = repeatedRequests(models.requests);
      expect(models.requests.length - repeated.length).toBe(ITEMS);
      // Only a killed worker interrupts tries: those in flight, at most as many as the window.
      expect(repeated.length).toBeLessThanOrEqual(victim === 'worker' ? CONCURRENCY : 0);
    },
    180_000,
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
    await eventually(async () => models.requests.length >= ITEMS / 3, 60_000);

    await service.restart();

    await expectWhole(id, 2);
    const repeated = repeatedRequests(models.requests, 2);
    expect(models.requests.length - repeated.length).toBe(ITEMS - 10);
    expect(repeated.length).toBeLessThanOrEqual(CONCURRENCY);
  }, 180_000);
});

describe('SIGTERM', () => {
  it('ends every process and exits 0', async () => {
    const code = await service.stack.stop();

    expect(code).toBe(0);
    expect(Object.values(service.stack.pids).filter(isAlive)).toEqual([]);
  }, 60_000);
});
