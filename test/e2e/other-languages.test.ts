import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);
beforeAll(() => api.startWorker(), 60_000);

const evidence = 'Die Seilbahn zum Hohen Bruch fährt alle zwanzig Minuten. Die Bergfahrt kostet 14,50 Euro.';
const copied = 'Die Bergfahrt kostet 14,50 Euro.';
const wrong = 'Die Bergfahrt kostet 41,50 Euro.';
const notCompared = 'Oben gibt es eine Hütte mit warmer Küche.';

it('counts a reply in another language that was not compared as not judgeable, and in no rate', async () => {
  const workspaceId = await makeWorkspace(api);
  const store = async (reply: string): Promise<string> => {
    const messages = [
      { role: 'user', content: evidence },
      { role: 'assistant', content: reply },
    ];
    return (await api.post('/v1/detect-hallucinations', { messages }, { workspaceId })).body.conversation_id;
  };
  const conversationIds = [await store(copied), await store(wrong), await store(notCompared)];

  const request = { name: 'x', model: 'm', pass_through: true, conversation_ids: conversationIds };
  const { id } = (await api.post('/v1/experiments', request, { workspaceId })).body;
  const { metrics } = await eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`, { workspaceId });
    return body.status === 'completed' ? body : null;
  });
  expect(metrics).toMatchObject({ evaluated_count: 2, not_judgeable_count: 1, issue_rate: 0.5 });

  const { items } = (await api.get(`/v1/experiments/${id}/items`, { workspaceId })).body;
  expect(items).toMatchObject([
    { verdict: 'completed', issue_count: 0 },
    { verdict: 'completed', issue_count: 1 },
    { verdict: 'not_judgeable', issue_count: null, has_verdict: false },
  ]);
  const details = await Promise.all(
    items.slice(1).map((item) =>
      contract.call('getExperimentItem', {
        params: { experiment_id: id, item_id: item?.id ?? '' },
        workspaceId,
      }),
    ),
  );
  expect(details.map(({ body }) => body)).toMatchObject([
    { annotations: [{ text: '41,50' }], verdict_reason: null },
    { annotations: null, verdict_reason: 'language', baseline_verdict_reason: 'language' },
  ]);

  const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();
  const filter = encodeURIComponent(`created_at >= "${hours(-1)}" AND created_at < "${hours(1)}"`);
  const stats = await api.get(`/v1/analytics/agent-summary-stats?filter=${filter}`, { workspaceId });
  expect(stats.body).toMatchObject({ evaluated_message_count: 2, not_judgeable_message_count: 1 });
  const selected = await api.get(`/v1/messages?filter=${encodeURIComponent('verdict = not_judgeable')}`, {
    workspaceId,
  });
  expect(firstOf(selected.body.items)).toMatchObject({ conversation_id: conversationIds[2] });
}, 60_000);
