import { randomUUID } from 'node:crypto';
import { sentPromptOf } from '../../src/experiments/execution/replay';
import { countMessageTokens } from '../../src/providers/tokenizer';
import type { RequestOptions } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { inTurn, ModelServer } from '../support/model-server';
import { makeMember, makeWorkspace } from '../support/people';
import { useApi, useFreshWorkspace } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
beforeAll(() => api.startWorker());

describe('plans', () => {
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
      await eventually(async () => (await api.get(`/v1/experiments/${body.id}`)).body.completed_at);

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
      await eventually(async () => (await api.get(path, as)).body.completed_at);

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
    });

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
});

describe('estimates', () => {
  useFreshWorkspace(api, models);

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
      await eventually(async () => (await api.get(`/v1/experiments/${body.id}`)).body.completed_at);
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
        [
          { ...valid, pass_through: true, stop_when: { decided: true } },
          ['body', 'stop_when'],
          'value_error',
        ],
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
});

describe('stopping', () => {
  useFreshWorkspace(api, models);

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
    });
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
          e_value: expect.closeTo(256 / 9, 0),
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

      expect(experiment).toMatchObject({ decision: { outcome: 'no_effect', n: 19 } });
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

      expect(await ended(id)).toMatchObject({
        decision: null,
        status_summary: { completed: 12, skipped: 0 },
      });
    });

    it('retries failed items after the decision; it stands, and skipped items stay skipped', async () => {
      const failed = { kind: 'status', status: 400, message: 'no' } as const;
      models.on('fails-first', inTurn(failed, failed, clean));
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
      const id = await createExperiment({
        model: 'defaults',
        conversation_ids,
        stop_when: { decided: true },
      });

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
    expect(compared?.e_value).toBeGreaterThanOrEqual(
      experiment.decision?.e_value ?? Number.POSITIVE_INFINITY,
    );
    expect(await add(id)).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
  });
});
