import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { makeWorkspace } from '../support/people';
import { useApi } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);

const plan = (query = '', workspaceId?: string) =>
  api.get(`/v1/experiments/plan${query}`, workspaceId === undefined ? undefined : { workspaceId });

describe('GET /v1/experiments/plan', () => {
  it('assumes a stated discordance without past experiments', async () => {
    const { status, body } = await plan();

    expect(status).toBe(200);
    expect(body).toEqual({
      min_effect: 0.05,
      alpha: 0.05,
      power: 0.8,
      samples_per_item: 1,
      discordance: 0.2,
      discordance_source: 'default',
      past_experiments_count: 0,
      past_pairs_count: 0,
      within_conversation: null,
      conversations: 658,
      items_count: 658,
      conversations_with_one_sample: 658,
      conversations_with_stop_when: 1384,
    });
  });

  it('needs at least as many discordant pairs as the effect has', async () => {
    expect((await plan('?min_effect=0.4')).body).toMatchObject({ discordance: 0.4 });
  });

  it('has null where 10,000 conversations are too few', async () => {
    const { body } = await plan('?min_effect=0.005&power=0.9&alpha=0.01');

    expect(body).toMatchObject({ conversations: null, conversations_with_stop_when: null });
  });

  it('uses the discordance of the ended experiments of the workspace, and of no other', async () => {
    // Of 32 replies, 8 differ from the original ones in having an issue.
    models.on('mixed', (request) => ({
      kind: 'text',
      text: JSON.stringify(request.body.messages).includes('fixed') ? 'In 1887.' : 'In 1889.',
    }));
    const ids = await importConversations(api, 24);
    for (let index = 0; index < 8; index += 1) {
      const conversation = makeConversation();
      const messages = conversation.messages as { role: string; content: string }[];
      const asked = messages.map((message) =>
        message.role === 'user' ? { ...message, content: `${message.content} fixed` } : message,
      );
      ids.push((await api.post('/v1/conversations', { ...conversation, messages: asked })).body.id);
    }
    const request = { name: 'x', model: 'mixed', conversation_ids: ids };
    const { body } = await api.post('/v1/experiments', request);
    await eventually(async () => (await api.get(`/v1/experiments/${body.id}`)).body.completed_at, 60_000);

    expect((await plan()).body).toMatchObject({
      discordance: 0.25,
      discordance_source: 'past_experiments',
      past_experiments_count: 1,
      past_pairs_count: 32,
    });
    const other = await makeWorkspace(api);
    expect((await plan('', other)).body).toMatchObject({
      discordance_source: 'default',
      past_pairs_count: 0,
    });
  });

  it('says what further samples save, from how much those of past experiments differ', async () => {
    const workspaceId = await makeWorkspace(api);
    const as = { workspaceId };
    // Of 32 conversations, all original replies have an issue, and of two new replies to each the second one has none.
    let calls = 0;
    models.on('varying', () => {
      calls += 1;
      return { kind: 'text', text: calls % 2 === 0 ? 'In 1887.' : 'In 1889.' };
    });
    const planned = async (query: string) =>
      (await plan(query, workspaceId)).body as unknown as Schemas['SampleSize'];
    const ids = [];
    for (let index = 0; index < 32; index += 1)
      ids.push((await api.post('/v1/conversations', makeConversation(), as)).body.id);
    expect(await planned('?samples_per_item=5')).toMatchObject({
      samples_per_item: 5,
      within_conversation: null,
      conversations: 658,
      items_count: 5 * 658,
      conversations_with_one_sample: 658,
      conversations_with_stop_when: null,
    });

    const request = {
      name: 'x',
      model: 'varying',
      samples_per_item: 2,
      concurrency: 1,
      conversation_ids: ids,
    };
    const { body } = await api.post('/v1/experiments', request, as);
    const path = `/v1/experiments/${body.id}` as const;
    await eventually(async () => (await api.get(path, as)).body.completed_at, 60_000);

    const five = await planned('?samples_per_item=5&min_effect=0.3');
    expect(five).toMatchObject({
      // Both first replies have an issue. One of two has none: 1/2 · 1/2 · 2.
      past_pairs_count: 32,
      discordance: 0.3,
      within_conversation: 0.5,
      items_count: 5 * Number(five.conversations),
    });
    // Half of the variance of a difference, 0.3 − 0.3², is noise of the new replies, of which a fifth is left.
    const one = await planned('?min_effect=0.3');
    expect(one).toMatchObject({ conversations: five.conversations_with_one_sample });
    const distance = (variance: number) =>
      1.959964 * Math.sqrt(variance + 0.09) + 0.8416212 * Math.sqrt(variance);
    const share = (distance(0.21 * (0.5 + 0.5 / 5)) / distance(0.21)) ** 2;
    expect(five.conversations).toBe(Math.ceil(Number(one.conversations) * share));
  }, 60_000);

  it.each([
    ['samples_per_item=0', 'samples_per_item'],
    ['samples_per_item=11', 'samples_per_item'],
    ['min_effect=0', 'min_effect'],
    ['min_effect=1', 'min_effect'],
    ['alpha=0.5', 'alpha'],
    ['power=0.2', 'power'],
    ['power=x', 'power'],
    ['size=3', 'size'],
  ])('rejects %s', async (query, name) => {
    expect(await plan(`?${query}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', name] }] },
    });
  });
});
