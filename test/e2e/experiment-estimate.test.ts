import { randomUUID } from 'node:crypto';
import { sentPromptOf } from '../../src/experiments/execution/replay';
import { countMessageTokens } from '../../src/providers/tokenizer';
import type { RequestOptions } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { makeMember, makeWorkspace } from '../support/people';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker(), 60_000);

const estimate = (body: Record<string, unknown>, options?: RequestOptions) =>
  api.post('/v1/experiments/estimate', body, options);

async function createJudge(name: string, config: Record<string, unknown>): Promise<string> {
  const { body } = await api.post('/v1/evaluators', { name, kind: 'llm_judge', config });
  return body.id;
}

const question = {
  role: 'user',
  content: 'When was the bridge opened, and how long is it? Answer with both numbers, please.',
};
const passage = { role: 'system', content: 'The Harrow Bridge was opened in 1887. It is 214 metres long.' };
const answer = { role: 'assistant', content: 'It was opened in 1887 and is 214 metres long.' };

const toMessage = ({ role, content }: typeof question) => ({
  role: role as 'user',
  name: null,
  parts: [{ type: 'text' as const, content }],
});

describe('POST /v1/experiments/estimate', () => {
  it('counts items, tokens by the tokenizer, and a range of costs', async () => {
    const ids = await importConversations(api, 3, { messages: [passage, question, answer] });
    const perCall = countMessageTokens([passage, question].map(toMessage), 'gpt-4o-mini');
    const reply = countMessageTokens([toMessage(answer)], 'gpt-4o-mini') - 7;

    const { status, body } = await estimate({ model: 'gpt-4o-mini', conversation_ids: ids });

    expect(status).toBe(200);
    expect(body).toEqual({
      conversations_count: 3,
      items_count: 3,
      counted_items_count: 3,
      generation: {
        model: 'gpt-4o-mini',
        calls: { low: 3, high: 3 },
        input_tokens: { low: 3 * perCall, high: 3 * perCall },
        output_tokens: { low: Math.round(1.5 * reply), high: 6 * reply },
        cost_cents: {
          low: expect.closeTo((3 * perCall * 0.15 + 1.5 * reply * 0.6) / 1e4, 9),
          high: expect.closeTo((3 * perCall * 0.15 + 6 * reply * 0.6) / 1e4, 9),
        },
      },
      judging: null, // the embedded evaluator
      cost_cents: body.generation?.cost_cents,
    });
  });

  it('counts what a prompt template sends', async () => {
    const ids = await importConversations(api, 1, { messages: [passage, question, answer] });
    const override = 'Answer in one sentence.\n\n{{system_prompt}}';
    const sent = sentPromptOf([passage, question, answer].map(toMessage), override);

    const { body } = await estimate({
      model: 'gpt-4o-mini',
      conversation_ids: ids,
      system_prompt_override: override,
    });

    expect(body.generation?.input_tokens.low).toBe(countMessageTokens(sent, 'gpt-4o-mini'));
  });

  it('has between its ends what an experiment then costs', async () => {
    models.on('gpt-4o-mini', { kind: 'text', text: 'It was opened in 1889 and is 214 metres long.' });
    models.on('gpt-4o', { kind: 'json', value: { findings: [] } });
    const request = {
      name: 'Costs',
      model: 'gpt-4o-mini',
      conversation_ids: await importConversations(api, 2),
      samples_per_item: 2,
      evaluator_id: await createJudge('Judge', { model: 'gpt-4o', verify: false }),
    };

    const before = (await estimate(request)).body;
    const { body } = await api.post('/v1/experiments', request);
    await eventually(async () => (await api.get(`/v1/experiments/${body.id}`)).body.completed_at, 60_000);
    const after = (await estimate(request)).body;

    // The prompts that the judge received, counted by the tokenizer.
    const prompts = models
      .requestsFor('gpt-4o')
      .map(({ body: sent }) => sent.messages as { role: string; content: string }[]);
    const tokens = prompts.reduce(
      (sum, messages) => sum + countMessageTokens(messages.map(toMessage), 'gpt-4o'),
      0,
    );
    expect(models.requestsFor('gpt-4o-mini')).toHaveLength(4);
    expect(before).toMatchObject({
      conversations_count: 2,
      items_count: 4,
      generation: { calls: { low: 4, high: 4 } },
    });
    // The new replies, and the original ones once.
    expect(prompts).toHaveLength(6);
    expect(before.judging?.calls).toEqual({ low: 6, high: 6 });
    expect(before.judging?.input_tokens.low).toBeLessThanOrEqual(tokens * 1.05);
    expect(before.judging?.input_tokens.high).toBeGreaterThanOrEqual(tokens * 0.95);
    // The original replies are judged now.
    expect(after.judging?.calls).toEqual({ low: 4, high: 4 });
    expect(before.cost_cents?.low).toBeCloseTo(
      (before.generation?.cost_cents?.low ?? 0) + (before.judging?.cost_cents?.low ?? 0),
      9,
    );
  });

  it('judges original replies once with pass_through, and may verify', async () => {
    const ids = await importConversations(api, 2);
    const evaluator = await createJudge('Verifying', { model: 'gpt-4o', verify: true });

    const { body } = await estimate({
      model: 'any',
      pass_through: true,
      conversation_ids: ids,
      evaluator_id: evaluator,
    });

    expect(body).toMatchObject({
      generation: null,
      judging: { model: 'gpt-4o', calls: { low: 2, high: 4 } },
    });
    expect(body.cost_cents).toEqual(body.judging?.cost_cents);
  });

  it('has no cost where a price is unknown, and none to pay for embedded models', async () => {
    const ids = await importConversations(api, 1);

    expect((await estimate({ model: 'gpt-unheard-of', conversation_ids: ids })).body).toMatchObject({
      generation: { calls: { low: 1 }, cost_cents: null },
      cost_cents: null,
    });
    expect((await estimate({ model: 'embedded/extractive', conversation_ids: ids })).body).toMatchObject({
      judging: null,
      cost_cents: { low: 0, high: 0 },
    });
  });

  it('derives tokens from lengths where there are many conversations', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      JSON.stringify(
        makeConversation({
          external_id: `many-${index}`,
          messages: [
            passage,
            { ...question, content: `${question.content} `.repeat(1 + (index % 7)) },
            answer,
          ],
        }),
      ),
    );
    const imported = await api.post('/v1/conversations', undefined, {
      raw: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const ids: string[] = imported.body.conversation_ids;
    const exact = Array.from({ length: 1000 }, (_, index) =>
      countMessageTokens(
        [passage, { ...question, content: `${question.content} `.repeat(1 + (index % 7)) }].map(toMessage),
        'gpt-4o-mini',
      ),
    ).reduce((sum, tokens) => sum + tokens, 0);

    const { body } = await estimate({ model: 'gpt-4o-mini', conversation_ids: ids });

    expect(body).toMatchObject({ items_count: 1000, counted_items_count: 100 });
    expect(Math.abs((body.generation?.input_tokens.low ?? 0) / exact - 1)).toBeLessThan(0.02);
  });

  it('starts and stores nothing', async () => {
    const ids = await importConversations(api, 1);
    const before = (await api.get('/v1/experiments')).body.items.length;
    await estimate({ model: 'gpt-4o-mini', conversation_ids: ids });

    expect((await api.get('/v1/experiments')).body.items).toHaveLength(before);
  });

  it('is open to viewers', async () => {
    const ids = await importConversations(api, 1);
    const { key } = await makeMember(api, 'viewer');

    expect((await estimate({ model: 'gpt-4o-mini', conversation_ids: ids }, { key })).status).toBe(200);
  });

  it('rejects what the creation of an experiment rejects', async () => {
    const ids = await importConversations(api, 1);
    const valid = { model: 'gpt-4o-mini', conversation_ids: ids };
    const missing = randomUUID();
    const cases: [Record<string, unknown>, string[], string][] = [
      [{ ...valid, conversation_ids: [] }, ['body', 'conversation_ids'], 'too_short'],
      [{ ...valid, conversation_ids: [missing] }, ['body', 'conversation_ids', '0'], 'value_error'],
      [{ ...valid, evaluator_id: missing }, ['body', 'evaluator_id'], 'value_error'],
      [{ ...valid, model: 'embedded/other' }, ['body', 'model'], 'model_unknown'],
      [
        { ...valid, model: 'gpt-unheard-of', max_cost_cents: 5 },
        ['body', 'max_cost_cents'],
        'model_price_unknown',
      ],
      [{ ...valid, pass_through: true, stop_when: { decided: true } }, ['body', 'stop_when'], 'value_error'],
      [{ ...valid, unknown: 1 }, ['body', 'unknown'], 'extra_forbidden'],
    ];
    for (const [body, loc, type] of cases) {
      const estimated = await estimate(body);
      expect(estimated).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } });
      const created = await api.post('/v1/experiments', { name: 'x', ...body });
      expect(estimated.body).toEqual(created.body);
    }
  });

  it('does not find the conversations of another workspace', async () => {
    const ids = await importConversations(api, 1);
    const workspaceId = await makeWorkspace(api);

    expect(await estimate({ model: 'gpt-4o-mini', conversation_ids: ids }, { workspaceId })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'conversation_ids', '0'], type: 'value_error' }] },
    });
  });
});
