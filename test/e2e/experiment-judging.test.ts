import { importConversations } from '../support/builders';
import { eventually } from '../support/eventually';
import { makeFinding } from '../support/judges';
import { ModelServer, type RecordedRequest } from '../support/model-server';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);

const isVerification = ({ body }: RecordedRequest) =>
  JSON.stringify(body.messages).includes('# Stretch that is said');

it('pays for no reply of a judge twice when Temporal retries an item', async () => {
  let failures = 0;
  models.on('judge', (request) => {
    if (!isVerification(request)) return { kind: 'json', value: { findings: [makeFinding('1889')] } };
    failures += 1;
    // More failures than the judge retries itself.
    if (failures <= 3) return { kind: 'status', status: 503 };
    return { kind: 'json', value: { reason: 'So it is.', confirmed: true } };
  });
  const evaluator = await api.post('/v1/evaluators', {
    name: 'Looks twice',
    kind: 'llm_judge',
    config: { model: 'judge', verify: true },
  });
  const created = await api.post('/v1/experiments', {
    name: 'Judged',
    model: 'as recorded',
    pass_through: true,
    conversation_ids: await importConversations(api, 1),
    evaluator_id: evaluator.body.id,
  });

  const experiment = await eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${created.body.id}`);
    return body.completed_at === null ? null : body;
  }, 60_000);

  expect(experiment).toMatchObject({ status: 'completed', metrics: { total_issues: 1 } });
  const requests = models.requestsFor('judge');
  expect(requests.filter((request) => !isVerification(request))).toHaveLength(1);
  expect(requests.filter(isVerification)).toHaveLength(4);
});
