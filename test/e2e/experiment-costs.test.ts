import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);

// US cents of a call with 100 input and 20 output tokens, by the list prices.
const REPLY_CENTS = 0.0027;
const VERDICT_CENTS = 0.045;

function ended(id: string) {
  return eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    return body.completed_at === null ? null : body;
  }, 60_000);
}

async function runJudged(count: number): Promise<string> {
  const evaluator = await api.post('/v1/evaluators', {
    name: `Judge of ${count}`,
    kind: 'llm_judge',
    config: { model: 'gpt-4o', verify: false },
  });
  const { body } = await api.post('/v1/experiments', {
    name: 'Costs',
    model: 'gpt-4o-mini',
    conversation_ids: await importConversations(api, count),
    evaluator_id: evaluator.body.id,
  });
  return body.id;
}

it('splits the cost into replies, verdicts and calls that bought nothing', async () => {
  let replies = 0;
  models.on('gpt-4o-mini', () => {
    replies += 1;
    return replies === 1
      ? { kind: 'message', message: { content: '' } } // charged, but empty
      : { kind: 'text', text: 'It was opened in 1887.' };
  });
  let verdicts = 0;
  models.on('gpt-4o', () => {
    verdicts += 1;
    return verdicts === 1 ? { kind: 'text', text: 'Well …' } : { kind: 'json', value: { findings: [] } };
  });

  const id = await runJudged(2);
  const experiment = await ended(id);
  const { items } = (await api.get(`/v1/experiments/${id}/items`)).body;

  expect(experiment).toMatchObject({
    status: 'completed',
    generation_cost_cents: expect.closeTo(2 * REPLY_CENTS, 9),
    judging_cost_cents: expect.closeTo(4 * VERDICT_CENTS, 9), // both replies and both originals
    wasted_cost_cents: expect.closeTo(REPLY_CENTS + VERDICT_CENTS, 9),
  });
  for (const one of [experiment, ...items]) {
    const parts = [one.generation_cost_cents, one.judging_cost_cents, one.wasted_cost_cents];
    expect(one.cost_cents).toBe(parts.reduce((sum: number, cents) => sum + cents, 0));
  }
  const total = items.reduce((sum, { cost_cents: cents }) => sum + cents, 0);
  expect(total).toBeCloseTo(experiment.cost_cents, 9);
  const detail = await api.get(`/v1/experiments/${id}/items/${items[0]?.id}`);
  expect(detail.body.cost_cents).toBe(items[0]?.cost_cents);
});

it('costs nothing with embedded models', async () => {
  const { body } = await api.post('/v1/experiments', {
    name: 'Free',
    model: 'embedded/extractive',
    conversation_ids: await importConversations(api, 1),
  });

  expect(await ended(body.id)).toMatchObject({
    cost_cents: 0,
    generation_cost_cents: 0,
    judging_cost_cents: 0,
    wasted_cost_cents: 0,
  });
});
