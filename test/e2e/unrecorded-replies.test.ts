import { randomBytes } from 'node:crypto';
import { eventually } from '../support/eventually';
import { firstOf } from '../support/first-of';
import { chatAttributes, exportOf, jsonSpan } from '../support/otlp-spans';
import { makeWorkspace } from '../support/people';
import { useApi } from '../support/use-api';

const api = useApi();

beforeAll(() => api.startWorker(), 60_000);

type Attributes = Parameters<typeof jsonSpan>[1];

const asked = chatAttributes([['user', 'The tower was built in 1887. When was it built?']], null);
const output = (...parts: object[]) => ({
  ...asked,
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
});
const openInference = {
  'openinference.span.kind': 'LLM',
  'llm.model_name': 'm',
  'llm.input_messages.0.message.role': 'user',
  'llm.input_messages.0.message.content': 'The tower was built in 1887. When was it built?',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.content': '__REDACTED__',
};

/** A workspace with one reply from a trace, which online evaluation has judged. */
async function judge(attributes: Attributes) {
  const workspaceId = await makeWorkspace(api);
  const body = { online_evaluation: { enabled: true } };
  await api.request('PATCH', `/v1/workspaces/${workspaceId}`, { body });
  const ids = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') };
  const span = jsonSpan({ ...ids, startMs: Date.now() - 60_000 }, attributes);
  expect((await api.post('/v1/traces', exportOf(span), { workspaceId })).status).toBe(200);
  const { id } = firstOf((await api.get('/v1/conversations', { workspaceId })).body.items);
  const evaluations = await eventually(async () => {
    const found = (await api.get(`/v1/conversations/${id}`, { workspaceId })).body.evaluations;
    return found.length > 0 ? found : null;
  });
  return { workspaceId, id, evaluation: firstOf(evaluations) };
}

describe('a reply without recorded content is not judgeable', () => {
  it.each<[string, Attributes]>([
    ['a message without parts', output()],
    ['a text that is left out', output({ type: 'text' })],
    ['a call of a tool without arguments', output({ type: 'tool_call', id: 'c', name: 'find' })],
    ['a text that OpenInference hides', openInference],
  ])(
    '%s',
    async (_name, attributes) => {
      const { workspaceId, id, evaluation } = await judge(attributes);

      expect(evaluation).toMatchObject({ status: 'not_judgeable', reason: 'no_text', score: null });
      const { items } = (await api.get('/v1/conversations', { workspaceId })).body;
      expect(items).toMatchObject([
        { id, issue_count: null, evaluated_message_count: 0, not_judgeable_message_count: 1 },
      ]);
      const hours = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString();
      const filter = encodeURIComponent(`created_at >= "${hours(-2)}" AND created_at < "${hours(1)}"`);
      const stats = await api.get(`/v1/analytics/agent-summary-stats?filter=${filter}`, { workspaceId });
      expect(stats.body).toMatchObject({ evaluated_message_count: 0, not_judgeable_message_count: 1 });
    },
    60_000,
  );

  it('in experiments, where it is in no rate', async () => {
    const { workspaceId, id } = await judge(output({ type: 'text' }));
    const request = { name: 'x', model: 'm', pass_through: true, conversation_ids: [id] };
    const created = await api.post('/v1/experiments', request, { workspaceId });
    expect(created.status).toBe(201);

    const experiment = await eventually(async () => {
      const { body } = await api.get(`/v1/experiments/${created.body.id}`, { workspaceId });
      return body.status === 'completed' ? body : null;
    });

    expect(experiment.metrics).toMatchObject({
      evaluated_count: 0,
      not_judgeable_count: 1,
      issue_rate: null,
    });
  }, 60_000);

  it('unlike one with content', async () => {
    const { evaluation } = await judge(output({ type: 'text', content: 'It was built in 1889.' }));

    expect(evaluation).toMatchObject({ status: 'completed', annotations: [{ text: '1889' }] });
  }, 60_000);
});
