import { randomUUID } from 'node:crypto';
import { makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import {
  enterFreshWorkspace,
  leasedRun,
  measuredCandidate,
  readRun,
  replyByPrompt,
  runIn,
  runRequest,
  send,
} from '../support/optimization-runs';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);
beforeEach(async () => {
  replyByPrompt(models);
  await enterFreshWorkspace(api);
});

const retry = (id: string) => api.post(`/v1/experiments/${id}/retry`);
const remove = (id: string) => api.delete(`/v1/experiments/${id}`);
const endedExperiment = (id: string) =>
  eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    return body.completed_at !== null && body;
  }, 60_000);

describe('the experiments of an open optimization run', () => {
  it('can be neither retried nor deleted until the run has ended, and the run decides on them', async () => {
    const run = await leasedRun(api, {}, 2);
    const candidate = await measuredCandidate(api, run, { system_prompt: 'Answer.' });
    const baselineId = String((await readRun(api, run.id)).baseline_experiment_id);
    const experiments = [baselineId, String(candidate.experiment_id)];

    const refused = await Promise.all(experiments.flatMap((id) => [retry(id), remove(id)]));
    const completion = await send(api, run.id, 'complete', {
      lease_id: run.leaseId,
      agent_turns: 1,
      best_candidate_id: candidate.id,
      summary: '',
    });
    const added = await api.post(`/v1/experiments/${baselineId}/items`, { conversation_ids: [randomUUID()] });
    const afterwards = await Promise.all(experiments.map(remove));

    const inUse = {
      status: 409,
      body: { detail: [{ type: 'experiment_in_use', ctx: { optimization_run_id: run.id } }] },
    };
    expect(refused).toMatchObject([inUse, inUse, inUse, inUse]);
    expect(added).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
    expect(completion).toMatchObject({ status: 200, body: { decision: { reason: 'not_better' } } });
    expect(afterwards.map(({ status }) => status)).toEqual([204, 204]);
  }, 120_000);

  it('are released once the workflow of the run was terminated and the run was closed', async () => {
    const run = await leasedRun(api);
    const baselineId = String((await readRun(api, run.id)).baseline_experiment_id);
    await send(api, run.id, 'cancel');

    expect((await retry(baselineId)).body.detail[0].type).toBe('conflict'); // none of its items failed
    expect((await remove(baselineId)).status).toBe(204);
  }, 60_000);
});

describe('a retry of an experiment whose run had a cost limit', () => {
  /** A request costs 25 cents: 100,000 tokens at 2.5 dollars a million. */
  const response = {
    kind: 'text',
    text: 'In 1887.',
    usage: { prompt_tokens: 100_000, completion_tokens: 0 },
  } as const;

  /** A cancelled run that has spent 25 of its 60 cents, with two failed items in its baseline. */
  async function endedRun(): Promise<{ id: string; baselineId: string }> {
    const contents = ['fine', 'refused', 'refused'];
    const conversations = await Promise.all(
      contents.map((content) =>
        api.post(
          '/v1/conversations',
          makeConversation({
            messages: [
              { role: 'user', content: `${content} ${randomUUID()}` },
              { role: 'assistant', content: 'No.' },
            ],
          }),
        ),
      ),
    );
    models.on('gpt-4o', ({ body }) =>
      JSON.stringify(body.messages).includes('refused') ? { kind: 'status', status: 400 } : response,
    );
    const ids = conversations.map(({ body }) => body.id);
    const created = await api.post(
      '/v1/optimization-runs',
      runRequest(ids, { model: 'gpt-4o', max_cost_cents: 60 }),
    );
    const id: string = created.body.id;
    const baselineId = String((await runIn(api, id, 'ready')).baseline_experiment_id);
    await send(api, id, 'cancel');
    return { id, baselineId };
  }

  it("may spend the rest of the run's budget, which counts towards the run, until it is exhausted", async () => {
    const { id, baselineId } = await endedRun();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    models.on('gpt-4o', () => held.then(() => response));

    const first = await retry(baselineId);
    const inProgress = await readRun(api, id);
    release();
    await endedExperiment(baselineId);
    const afterwards = await readRun(api, id);

    expect(first.status).toBe(200);
    expect(inProgress.cost_cents).toBe(25);
    expect(afterwards.cost_cents).toBe(75);
    models.on('gpt-4o', { kind: 'status', status: 400 });
    expect(await retry(baselineId)).toMatchObject({
      status: 409,
      body: { detail: [{ type: 'cost_limit_reached', ctx: { max_cost_cents: 60, cost_cents: 75 } }] },
    });
  }, 120_000);
});
