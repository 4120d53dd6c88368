import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { useApi } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);

const clean = { kind: 'text', text: 'It was opened in 1887.' } as const;
const flagged = { kind: 'text', text: 'It was opened in 1889.' } as const;
const stopWhen = { decided: true, alpha: 0.05, min_effect: 0.25 } as const;

async function createExperiment(request: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.post('/v1/experiments', {
    name: 'Stops once decided',
    concurrency: 2,
    stop_when: stopWhen,
    ...request,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

function ended(id: string): Promise<Schemas['Experiment']> {
  return eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    const { pending, queued, in_progress, completed, failed, skipped, total } = body.status_summary;
    expect(pending + queued + in_progress + completed + failed + skipped).toBe(total);
    return body.completed_at === null ? null : body;
  }, 60_000);
}

async function itemStatuses(id: string): Promise<string[]> {
  const { body } = await api.get(`/v1/experiments/${id}/items?limit=100`);
  return body.items.map(({ status }: Schemas['ExperimentItem']) => status);
}

/** Original replies without an issue. */
const importClean = (count: number) =>
  importConversations(api, count, {
    messages: [
      { role: 'system', content: 'Answer from the passage: The Harrow Bridge was opened in 1887.' },
      { role: 'user', content: 'When was the Harrow Bridge opened?' },
      { role: 'assistant', content: 'The Harrow Bridge was opened in 1887.' },
    ],
  });

describe('an experiment with stop_when', () => {
  it('ends once it is better than the original replies, and skips the open items', async () => {
    models.on('better', clean);
    const id = await createExperiment({
      model: 'better',
      conversation_ids: await importConversations(api, 30),
    });

    const experiment = await ended(id);

    const { completed, skipped } = experiment.status_summary;
    expect(experiment).toMatchObject({
      status: 'completed',
      stop_when: stopWhen,
      // 8 pairs in one direction have the e-value 256/9; 7 have 16.
      decision: {
        outcome: 'better',
        e_value: expect.closeTo(256 / 9, 9),
        n: 8,
        alpha: 0.05,
        min_effect: 0.25,
      },
      model_calls_saved: skipped,
      status_summary: { failed: 0, total: 30 },
    });
    expect(experiment.decision?.interval_high).toBeLessThanOrEqual(0);
    expect(experiment.decision?.interval_low).toBeGreaterThanOrEqual(-1);
    expect(Date.parse(experiment.decided_at ?? '')).toBeLessThanOrEqual(
      Date.parse(experiment.completed_at ?? ''),
    );
    expect(completed).toBeGreaterThanOrEqual(8);
    expect(completed).toBeLessThanOrEqual(10);
    expect(models.requestsFor('better').length).toBe(completed);
    expect((await itemStatuses(id)).filter((status) => status === 'skipped').length).toBe(skipped);
    const listed = await api.get(`/v1/experiments/${id}/items?status=skipped&limit=1`);
    expect(listed.body.items[0]).toMatchObject({ error: null, attempts: 0, has_verdict: null });
    expect(await api.post(`/v1/experiments/${id}/retry`)).toMatchObject({ status: 409 });

    // Results have chosen how many replies there are to judge again, and to judge again from that.
    let source = id;
    for (let round = 0; round < 2; round += 1) {
      source = (await api.post(`/v1/experiments/${source}/rejudge`, {})).body.id;
      await ended(source);
      const { body } = await api.get(`/v1/experiments/${source}/baseline-comparison`);
      const issueRate = body.metrics.find(({ metric }) => metric === 'issue_rate');
      expect(issueRate).toMatchObject({ p_value: null, e_value: expect.any(Number), n: completed });
    }
  });

  it('ends once it is worse', async () => {
    models.on('worse', flagged);
    const id = await createExperiment({ model: 'worse', conversation_ids: await importClean(12) });

    const experiment = await ended(id);

    expect(experiment).toMatchObject({ decision: { outcome: 'worse', n: 8 } });
    expect(experiment.decision?.interval_low).toBeGreaterThanOrEqual(0);
  });

  it('ends once an effect of min_effect is excluded', async () => {
    models.on('same', clean);
    const id = await createExperiment({ model: 'same', conversation_ids: await importClean(32) });

    const experiment = await ended(id);

    expect(experiment).toMatchObject({ decision: { outcome: 'no_effect', n: 27 } });
    expect(experiment.decision?.interval_high).toBeLessThan(0.25);
    expect(experiment.decision?.e_value).toBe(1);
    expect(experiment.status_summary.skipped).toBeGreaterThan(0);
  });

  it('evaluates every item while nothing is decided', async () => {
    models.on('undecided', clean);
    const id = await createExperiment({
      model: 'undecided',
      conversation_ids: await importConversations(api, 4),
    });

    expect(await ended(id)).toMatchObject({
      status_summary: { completed: 4, skipped: 0 },
      decision: null,
      decided_at: null,
      model_calls_saved: null,
    });
  });

  it('leaves out originals without a verdict, which decide nothing', async () => {
    models.on('no-pair', clean);
    const conversationIds = await importConversations(api, 12, {
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: '' },
      ],
    });
    const id = await createExperiment({ model: 'no-pair', conversation_ids: conversationIds });

    expect(await ended(id)).toMatchObject({ decision: null, status_summary: { completed: 12, skipped: 0 } });
  });

  it('retries failed items after the decision; it stands, and skipped items stay skipped', async () => {
    let requests = 0;
    models.on('fails-first', () => {
      requests += 1;
      return requests <= 2 ? { kind: 'status', status: 400, message: 'no' } : clean;
    });
    const id = await createExperiment({
      model: 'fails-first',
      conversation_ids: await importConversations(api, 24),
    });
    const first = await ended(id);
    expect(first).toMatchObject({ decision: { outcome: 'better', n: 8 }, status_summary: { failed: 2 } });

    await api.post(`/v1/experiments/${id}/retry`);
    const second = await ended(id);

    expect(second.status_summary).toMatchObject({
      failed: 0,
      completed: first.status_summary.completed + 2,
      skipped: first.status_summary.skipped,
    });
    expect(second).toMatchObject({
      decision: first.decision ?? {},
      decided_at: first.decided_at,
      model_calls_saved: first.model_calls_saved,
    });
  });
});

describe('POST /v1/experiments with stop_when', () => {
  it('has defaults for alpha and min_effect', async () => {
    models.on('defaults', clean);
    const conversation_ids = await importConversations(api, 1);
    const id = await createExperiment({ model: 'defaults', conversation_ids, stop_when: { decided: true } });

    expect(await ended(id)).toMatchObject({ stop_when: { decided: true, alpha: 0.05, min_effect: 0.05 } });
  });

  it.each([
    [{ stop_when: { decided: false } }, ['body', 'stop_when', 'decided']],
    [{ stop_when: { decided: true, alpha: 0.5 } }, ['body', 'stop_when', 'alpha']],
    [{ stop_when: { decided: true, min_effect: 0 } }, ['body', 'stop_when', 'min_effect']],
    [{ stop_when: { decided: true, min_effect: 1 } }, ['body', 'stop_when', 'min_effect']],
    [{ stop_when: { decided: true, looks: 3 } }, ['body', 'stop_when', 'looks']],
    [{ stop_when: { decided: true }, pass_through: true }, ['body', 'stop_when']],
  ])('rejects %j', async (request, loc) => {
    const conversation_ids = await importConversations(api, 1);
    const body = { name: 'x', model: 'defaults', conversation_ids, ...request };

    expect(await api.post('/v1/experiments', body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc }] },
    });
  });
});

it('continues with the rule when conversations are added, until it is decided', async () => {
  models.on('nearly-better', clean);
  const add = async (id: string) =>
    api.post(`/v1/experiments/${id}/items`, { conversation_ids: await importConversations(api, 10) });
  const id = await createExperiment({
    model: 'nearly-better',
    conversation_ids: await importConversations(api, 7),
  });
  expect(await ended(id)).toMatchObject({ decision: null, status_summary: { completed: 7, skipped: 0 } });

  expect((await add(id)).status).toBe(200);
  const experiment = await ended(id);

  expect(experiment).toMatchObject({ decision: { outcome: 'better', n: 8 } });
  expect(experiment.status_summary.skipped).toBeGreaterThan(0);
  const compared = (await api.get(`/v1/experiments/${id}/baseline-comparison`)).body.metrics[0];
  expect(compared?.e_value).toBeGreaterThanOrEqual(experiment.decision?.e_value ?? Number.POSITIVE_INFINITY);
  expect(await add(id)).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
});
