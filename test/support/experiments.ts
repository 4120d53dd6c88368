import { randomUUID } from 'node:crypto';
import type { TestApi } from './api';
import { eventually } from './eventually';
import type { ModelServer } from './model-server';

/** Experiments of a test file; `defaults` are fields of their requests. */
export function experimentsOf(api: TestApi, models: ModelServer, defaults: object = {}) {
  async function createExperiment(conversationIds: string[], request: object = {}): Promise<string> {
    const response = await api.post('/v1/experiments', {
      name: 'An experiment',
      model: 'as recorded',
      conversation_ids: conversationIds,
      ...defaults,
      ...request,
    });
    expect(response).toMatchObject({ status: 201 });
    return response.body.id;
  }

  /** Creates an experiment and waits for its end. */
  async function runExperiment(conversationIds: string[], request: object = {}): Promise<string> {
    const id = await createExperiment(conversationIds, request);
    await eventually(async () => (await api.get(`/v1/experiments/${id}`)).body.completed_at !== null);
    return id;
  }

  /** Runs an experiment whose model replies to every conversation with the same text. */
  function runWithReply(conversationIds: string[], text: string, request: object = {}): Promise<string> {
    const model = `writer-${randomUUID()}`;
    models.on(model, { kind: 'text', text });
    return runExperiment(conversationIds, { pass_through: false, model, ...request });
  }

  return { createExperiment, runExperiment, runWithReply };
}
