import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { createRun, enterFreshWorkspace, runIn } from '../support/optimization-runs';
import { useApi } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const api = useApi();
beforeAll(() => api.startWorker(), 60_000);
beforeEach(() => enterFreshWorkspace(api));

const wrongYear = { name: 'wrong_year', description: 'Another year.', covers: ['fabrication'] };

async function saveLabels(...labels: object[]): Promise<void> {
  const { status } = await api.put('/v1/issue-config', { labels });
  expect(status).toBe(200);
}

async function createExperiment(count: number): Promise<string> {
  const { body } = await api.post('/v1/experiments', {
    name: 'Labeled',
    model: 'as recorded',
    pass_through: true,
    conversation_ids: await importConversations(api, count),
  });
  return body.id;
}

function ended(id: string): Promise<Schemas['Experiment']> {
  return eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    return body.completed_at === null ? null : body;
  }, 60_000);
}

describe('custom labels with the embedded evaluator', () => {
  it('are those of an experiment', async () => {
    await saveLabels(wrongYear);

    const experiment = await ended(await createExperiment(2));

    expect(experiment.metrics).toMatchObject({
      issue_rate: 1,
      issue_labels: { wrong_year: 2 },
      evaluated_count: 2,
      not_judgeable_count: 0,
    });
  }, 90_000);

  it('without a kind make no reply of an experiment clean', async () => {
    await saveLabels({ name: 'tone', description: 'Rude.' });

    const experiment = await ended(await createExperiment(1));

    expect(experiment.metrics).toMatchObject({
      issue_rate: null,
      evaluated_count: 0,
      not_judgeable_count: 1,
    });
  }, 90_000);

  it('are those of an optimization run, also after the workspace has changed them', async () => {
    await saveLabels(wrongYear);
    const id = await createRun(api, { model: 'embedded/extractive' }, 1);
    await saveLabels({ name: 'tone', description: 'Rude.' });

    const run = await runIn(api, id, 'ready');

    expect(run.baseline_metrics).toMatchObject({ evaluated_count: 1, not_judgeable_count: 0 });
  }, 90_000);
});
