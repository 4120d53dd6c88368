import { randomUUID } from 'node:crypto';
import { EvaluationModel } from '../../src/conversations/evaluations/evaluation.model';
import { StoredMessageModel } from '../../src/conversations/storage/stored-message.model';
import { eventually, owner } from '../support/api';
import { importConversations } from '../support/builders';
import { type Behaviour, ModelServer } from '../support/model-server';
import { useApi } from '../support/use-api';

/** The default number of calls in flight per provider. */
const PERMITS = 16;

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);

async function createExperiment(request: Record<string, unknown>): Promise<string> {
  const { status, body } = await api.post('/v1/experiments', { name: 'Items', model: 'writer', ...request });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}

async function listItems(id: string): Promise<{ status: string; error: unknown; attempts: number }[]> {
  return (await api.get(`/v1/experiments/${id}/items?limit=100`)).body.items;
}

async function ended(id: string) {
  return eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    return body.completed_at === null ? null : body;
  }, 60_000);
}

/** A model that replies only after `release`. */
function holdModel(model: string, behaviour: Behaviour): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  models.on(model, async () => {
    await released;
    return behaviour;
  });
  return release;
}

/** Deletes the conversation of the first item while its reply is being generated, and returns its id. */
async function deleteWhileGenerating(request: Record<string, unknown>, conversationIds: string[]) {
  const [first] = conversationIds;
  const model = String(request.model);
  const release = holdModel(model, {
    kind: 'text',
    text: 'In 1887.',
    usage: { prompt_tokens: 1_000_000, completion_tokens: 10 },
  });
  const id = await createExperiment({ ...request, conversation_ids: conversationIds, concurrency: 1 });
  await eventually(async () => models.requestsFor(model).length === 1);
  expect((await api.delete(`/v1/conversations/${first}`)).status).toBe(204);
  release();
  return id;
}

describe('an item', () => {
  it('is queued, not evaluating, while its judge waits for a permit of the provider', async () => {
    const release = holdModel('slow-judge', { kind: 'json', value: { findings: [] } });
    const { body: evaluator } = await api.post('/v1/evaluators', {
      name: 'A slow judge',
      kind: 'llm_judge',
      config: { model: 'slow-judge' },
    });

    const id = await createExperiment({
      pass_through: true,
      evaluator_id: evaluator.id,
      conversation_ids: await importConversations(api, PERMITS + 2),
    });

    await eventually(async () => {
      const { status_summary: summary } = (await api.get(`/v1/experiments/${id}`)).body;
      return summary.evaluating === PERMITS && summary.queued === 2;
    });
    release();
    expect(await ended(id)).toMatchObject({ status_summary: { completed: PERMITS + 2 } });
  }, 60_000);

  it('fails and leaves nothing behind if its conversation is deleted during the evaluation', async () => {
    const conversationIds = await importConversations(api, 2);
    const gone = { conversationId: conversationIds[0] ?? '' };

    const id = await deleteWhileGenerating({ model: 'writer' }, conversationIds);
    const experiment = await ended(id);

    expect(experiment).toMatchObject({ status_summary: { completed: 1, failed: 1 } });
    expect((await listItems(id))[0]).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'not_found', message: 'Conversation not found' },
    });
    expect(await StoredMessageModel.countDocuments(gone)).toBe(0);
    expect(await EvaluationModel.countDocuments(gone)).toBe(0);
  }, 60_000);

  it('counts towards max_cost_cents even when it fails', async () => {
    const conversationIds = await importConversations(api, 2);

    // A million tokens of gpt-4o cost dollars.
    const id = await deleteWhileGenerating({ model: 'gpt-4o', max_cost_cents: 1 }, conversationIds);
    await ended(id);

    expect((await listItems(id)).map(({ error }) => error)).toMatchObject([
      { code: 'not_found' },
      { code: 'max_cost_reached' },
    ]);
    expect(models.requestsFor('gpt-4o')).toHaveLength(1);
  }, 60_000);
});

describe('GET /v1/experiments/{id}/items?status=', () => {
  async function runMixed(): Promise<string> {
    models.on('half', ({ body }) =>
      JSON.stringify(body.messages).includes('refuse me')
        ? { kind: 'status', status: 400, message: 'no' }
        : { kind: 'text', text: 'In 1887.' },
    );
    const messages = [
      { role: 'user', content: 'refuse me' },
      { role: 'assistant', content: 'No.' },
    ];
    const [good, bad] = [await importConversations(api, 2), await importConversations(api, 3, { messages })];
    const mixed = [bad[0], good[0], bad[1], good[1], bad[2]];
    const id = await createExperiment({ model: 'half', conversation_ids: mixed });
    expect(await ended(id)).toMatchObject({ status_summary: { completed: 2, failed: 3 } });
    return id;
  }

  it('lists the items in that status in the order of the conversations, page by page', async () => {
    const id = await runMixed();
    const path = `/v1/experiments/${id}/items` as const;
    const failed = (await listItems(id)).filter(({ status }) => status === 'failed');

    const { body: first } = await api.get(`${path}?status=failed&limit=2`);
    const { body: second } = await api.get(`${path}?status=failed&limit=2&cursor=${first.next_cursor}`);

    expect(first).toMatchObject({ has_more: true });
    expect(second).toMatchObject({ has_more: false, next_cursor: null });
    expect([...first.items, ...second.items]).toEqual(failed);
    expect((await api.get(`${path}?status=queued`)).body).toEqual({
      items: [],
      next_cursor: null,
      has_more: false,
    });
    // A cursor of one list is invalid in another.
    for (const query of ['status=completed', ''])
      expect(await api.get(`${path}?limit=2&cursor=${first.next_cursor}&${query}`)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] },
      });
  }, 60_000);

  it.each(['done', 'in_progress', ''])('rejects %j', async (status) => {
    const response = await api.get(`/v1/experiments/${randomUUID()}/items?status=${status}`);

    expect(response).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'status'], type: 'enum' }] },
    });
  });
});

describe('GET /v1/experiments/{experiment_id}/items/export', () => {
  const exported = async (id: string, query: string) => {
    const response = await fetch(`${api.url}/v1/experiments/${id}/items/export${query}`, {
      headers: { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': api.workspaceId },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('streams the items of the list in each format', async () => {
    const id = await createExperiment({
      pass_through: true,
      conversation_ids: await importConversations(api, 3),
    });
    await ended(id);
    const items = await listItems(id);

    const { bytes } = await exported(id, '');
    expect(
      bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(items);

    const csv = await exported(id, '?format=csv&status=completed');
    expect(csv.response.headers.get('content-disposition')).toBe('attachment; filename=items.csv');
    const [names, ...lines] = csv.bytes.toString().split('\r\n');
    expect(names).toMatch(/^id,status,conversation_id,/);
    expect(lines).toHaveLength(4);
    expect((await exported(id, '?status=failed')).bytes).toHaveLength(0);

    const parquet = await exported(id, '?format=parquet');
    expect(parquet.response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(parquet.bytes.subarray(-4).toString()).toBe('PAR1');
  });

  it('responds 404 to an unknown experiment in each format, and 422 to an unknown format', async () => {
    for (const format of ['ndjson', 'csv', 'parquet'])
      expect((await exported(randomUUID(), `?format=${format}`)).response.status).toBe(404);
    expect((await exported(randomUUID(), '?format=xlsx')).response.status).toBe(422);
  });
});
