import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { experimentsOf } from '../support/experiments';
import { inTurn, ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { makeWorkspace } from '../support/people';
import { useApi, useContract, useFreshWorkspace } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
beforeAll(() => api.startWorker());

describe('two experiments', () => {
  const original = 'The Harrow Bridge was opened in 1889.';
  const { createExperiment, runExperiment, runWithReply } = experimentsOf(api, models, {
    pass_through: true,
  });

  /** The id of a judge that finds these quotes in every reply. */
  async function makeJudge(quotes: [quote: string, label: string][]): Promise<string> {
    const model = `judge-${randomUUID()}`;
    const findings = quotes.map(([quote, label]) => ({ part: 0, quote, label, explanation: 'So it is.' }));
    models.on(model, { kind: 'json', value: { findings } });
    const response = await api.post('/v1/evaluators', { name: model, kind: 'llm_judge', config: { model } });
    return response.body.id;
  }

  const call = (first: string, second: string, options: object = {}) =>
    contract.call('compareExperiments', { params: { experiment_id: first, other_id: second }, ...options });

  async function compare(first: string, second: string) {
    const { status, body } = await call(first, second);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  }

  interface WireChange {
    kind: string;
    text: string;
    label: string;
    previous_label: string | null;
  }
  const changesOf = ({ items }: { items: { changes: WireChange[] }[] }) =>
    items.map(({ changes }) =>
      changes.map(({ kind, text, label, previous_label }) => [kind, text, label, previous_label]),
    );

  describe('GET /v1/experiments/{id}/compare/{other_id}', () => {
    it('reports the difference that a model without hallucinations makes', async () => {
      const conversationIds = await importConversations(api, 6);
      const before = await runExperiment(conversationIds);
      const after = await runWithReply(conversationIds, 'It was opened in 1887.');

      const comparison = await compare(before, after);

      expect(comparison).toMatchObject({
        first: { id: before, status: 'completed', evaluator_name: expect.any(String) },
        second: { id: after },
        pairs: { compared: 6, only_in_first: 0, only_in_second: 0, without_verdict: 0 },
        issue_presence: { in_both: 0, only_in_first: 6, only_in_second: 0, in_neither: 0 },
        issues_per_reply: {
          first: 1,
          second: 0,
          difference: -1,
          interval_low: -1,
          interval_high: -1,
          confidence: 0.95,
          resamples: 10_000,
        },
        spans: { kept: 0, relabelled: 0, moved: 0, added: 0, gone: 6, pairs_without_annotations: 0 },
        has_more: false,
        next_cursor: null,
      });
      expect(comparison.issue_presence.p_value).toBeCloseTo(0.03125, 14);
      const ofMetric = (id: string) => comparison.metrics.find(({ metric }) => metric === id);
      expect(ofMetric('issue_rate')).toMatchObject({ value: 0, baseline_value: 1, difference: -1, n: 6 });
      expect(ofMetric('issue_rate')?.p_value).toBe(comparison.issue_presence.p_value);
      expect(ofMetric('avg_reply_chars')).toMatchObject({
        value: 'It was opened in 1887.'.length,
        baseline_value: original.length,
        n: 6,
      });
      for (const metric of ['avg_input_tokens', 'avg_output_tokens', 'avg_response_latency_ms'])
        expect(ofMetric(metric)).toMatchObject({ n: 6, left_out: [] });
      expect(ofMetric('cost_per_1k')).toMatchObject({ n: 0, left_out: [{ reason: 'no_value', count: 6 }] });
      expect(comparison.empty_replies).toEqual({ count: 0, baseline_count: 0, n: 6 });
      expect(comparison.items.map((item: { conversation_id: string }) => item.conversation_id)).toEqual(
        conversationIds,
      );
      expect(comparison.items[0]).toMatchObject({
        first_issue_count: 1,
        second_issue_count: 0,
        changes: [
          {
            kind: 'gone',
            text: '1889',
            label: 'fabrication',
            first_annotation: { start_offset: 32, end_offset: 36 },
            second_annotation: null,
          },
        ],
      });
      expect(
        (await api.get(`/v1/experiments/${before}/items/${comparison.items[0]?.first_item_id}`)).status,
      ).toBe(200);
      expect(
        (await api.get(`/v1/experiments/${after}/items/${comparison.items[0]?.second_item_id}`)).status,
      ).toBe(200);
    });

    it('is the mirror image in reverse order, and the same when repeated', async () => {
      const conversationIds = await importConversations(api, 5);
      const before = await runExperiment(conversationIds);
      models.on('uneven', ({ body }) => {
        const [, number] = /\((\d+)\)/.exec(String(body.messages.at(-1)?.content)) ?? [];
        return { kind: 'text', text: Number(number) % 2 === 0 ? 'In 1887.' : 'In 1888, for 99 pounds.' };
      });
      const after = await runExperiment(conversationIds, { pass_through: false, model: 'uneven' });

      const there = await compare(before, after);
      const back = await compare(after, before);

      expect(await compare(before, after)).toEqual(there);
      expect(there.issues_per_reply.interval_low).toBeLessThan(Number(there.issues_per_reply.interval_high));
      expect(back.issue_presence.p_value).toBe(there.issue_presence.p_value);
      expect(back.issues_per_reply).toEqual({
        ...there.issues_per_reply,
        first: there.issues_per_reply.second,
        second: there.issues_per_reply.first,
        difference: 0 - Number(there.issues_per_reply.difference),
        interval_low: 0 - Number(there.issues_per_reply.interval_high),
        interval_high: 0 - Number(there.issues_per_reply.interval_low),
      });
      expect(back.metrics.map(({ difference }) => difference ?? 0)).toEqual(
        there.metrics.map(({ difference }) => 0 - (difference ?? 0)),
      );
      expect(back.metrics.map(({ interval_high: high }) => high ?? 0)).toEqual(
        there.metrics.map(({ interval_low: low }) => 0 - (low ?? 0)),
      );
      expect(there.spans.added).toBeGreaterThan(0);
      expect(back.spans).toEqual({ ...there.spans, added: there.spans.gone, gone: there.spans.added });
    });

    it('finds nothing changed between an experiment and itself', async () => {
      const id = await runExperiment(await importConversations(api, 2));

      expect(await compare(id, id)).toMatchObject({
        issue_presence: { in_both: 2, p_value: 1 },
        issues_per_reply: { difference: 0, interval_low: 0, interval_high: 0 },
        spans: { kept: 2, relabelled: 0, moved: 0, added: 0, gone: 0 },
        items: [],
      });
    });

    it('distinguishes kept, relabelled, moved, added and gone spans of two judges of the same replies', async () => {
      const conversationIds = await importConversations(api, 1);
      const first = await runExperiment(conversationIds, {
        evaluator_id: await makeJudge([
          ['1889', 'fabrication'],
          ['The Harrow', 'fabrication'],
          ['was', 'fabrication'],
          ['Bridge', 'fabrication'],
        ]),
      });
      const second = await runExperiment(conversationIds, {
        evaluator_id: await makeJudge([
          ['in 1889', 'fabrication'],
          ['The Harrow', 'reasoning_error'],
          ['opened', 'fabrication'],
          ['Bridge', 'fabrication'],
        ]),
      });

      const comparison = await compare(first, second);

      expect(comparison.spans).toMatchObject({ kept: 1, relabelled: 1, moved: 1, added: 1, gone: 1 });
      expect(changesOf(comparison)).toEqual([
        [
          ['relabelled', 'The Harrow', 'reasoning_error', 'fabrication'],
          ['gone', 'was', 'fabrication', 'fabrication'],
          ['added', 'opened', 'fabrication', null],
          ['moved', 'in 1889', 'fabrication', 'fabrication'],
        ],
      ]);
    });

    it('recognizes a generated reply that equals the original, and compares others by their words', async () => {
      const conversationIds = await importConversations(api, 1);
      const first = await runExperiment(conversationIds, {
        evaluator_id: await makeJudge([['1889', 'fabrication']]),
      });
      const evaluator_id = await makeJudge([['in 1889', 'fabrication']]);
      const sameText = await runWithReply(conversationIds, original, { evaluator_id });
      const otherText = await runWithReply(conversationIds, `${original} I think.`, { evaluator_id });

      expect(changesOf(await compare(first, sameText))).toEqual([
        [['moved', 'in 1889', 'fabrication', 'fabrication']],
      ]);
      expect(changesOf(await compare(first, otherText))).toEqual([
        [
          ['added', 'in 1889', 'fabrication', null],
          ['gone', '1889', 'fabrication', 'fabrication'],
        ],
      ]);
    });

    it('pages the changed pairs in the order of the first experiment, with the totals on every page', async () => {
      const conversationIds = await importConversations(api, 5);
      const first = await runExperiment([...conversationIds].reverse());
      const second = await runWithReply(conversationIds, 'It was opened in 1887.');

      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string | number> = cursor === null ? { limit: 2 } : { limit: 2, cursor };
        const { body } = await call(first, second, { query });
        expect(body.spans.gone).toBe(5);
        expect(body.has_more).toBe(body.next_cursor !== null);
        seen.push(...body.items.map((item: { conversation_id: string }) => item.conversation_id));
        cursor = body.next_cursor;
      } while (cursor !== null);

      expect(seen).toEqual([...conversationIds].reverse());
      const { body } = await call(first, second, { query: { limit: 2 } });
      expect(await call(second, first, { query: { cursor: body.next_cursor } })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }] },
      });
    });

    it('excludes and counts conversations in only one experiment or without a verdict', async () => {
      const [shared, mine, theirs, unjudged] = (await importConversations(api, 4)) as [
        string,
        string,
        string,
        string,
      ];
      const first = await runExperiment([shared, mine, unjudged]);
      const poison = `writer-${randomUUID()}`;
      const reply = { kind: 'text', text: 'In 1887.' } as const;
      models.on(poison, inTurn(reply, reply, { kind: 'status', status: 400, message: 'no' }));
      const second = await runExperiment([theirs, shared, unjudged], {
        pass_through: false,
        model: poison,
        concurrency: 1,
      });

      expect((await compare(first, second)).pairs).toEqual({
        compared: 1,
        only_in_first: 1,
        only_in_second: 1,
        without_verdict: 1,
      });
    });

    it('compares the results so far of a running experiment, and has no p-value without pairs', async () => {
      models.on('hangs', { kind: 'never' });
      const conversationIds = await importConversations(api, 2);
      const first = await runExperiment(conversationIds);
      const running = await createExperiment(conversationIds, { pass_through: false, model: 'hangs' });

      const comparison = await compare(first, running);
      await api.post(`/v1/experiments/${running}/cancel`);

      expect(comparison).toMatchObject({
        pairs: { compared: 0, without_verdict: 2 },
        issue_presence: { p_value: null, e_value: null, interval_low: null, interval_high: null },
        issues_per_reply: {
          first: null,
          difference: null,
          interval_low: null,
          interval_high: null,
          resamples: 0,
        },
        items: [],
      });
    });

    it('preserves the numbers and reports missing annotations after a conversation was deleted', async () => {
      const conversationIds = await importConversations(api, 2);
      const first = await runExperiment(conversationIds);
      const second = await runWithReply(conversationIds, 'It was opened in 1887.');
      await api.delete(`/v1/conversations/${conversationIds[0]}`);

      expect(await compare(first, second)).toMatchObject({
        pairs: { compared: 2 },
        issues_per_reply: { difference: -1 },
        spans: { gone: 1, pairs_without_annotations: 1 },
        items: [{ conversation_id: conversationIds[1] }],
      });
    });

    it('responds the same 404 for an experiment of another workspace and an unknown one, on either side', async () => {
      const id = await runExperiment(await importConversations(api, 1));
      const workspaceId = await makeWorkspace(api);
      const missing = (parameter: string) => ({
        status: 404,
        body: { detail: [{ loc: ['path', parameter], msg: 'Experiment not found', type: 'not_found' }] },
      });

      expect(await call(id, randomUUID())).toMatchObject(missing('other_id'));
      expect(await call(randomUUID(), id)).toMatchObject(missing('experiment_id'));
      expect(await call(id, id, { workspaceId })).toMatchObject(missing('experiment_id'));
    });

    it.each([
      [{ limit: 0 }, 'limit', 'greater_than'],
      [{ limit: 101 }, 'limit', 'less_than_equal'],
      [{ cursor: 'forged' }, 'cursor', 'cursor_invalid'],
      [{ colour: 'red' }, 'colour', 'extra_forbidden'],
    ])('rejects %j', async (query, name, type) => {
      const id = await runExperiment(await importConversations(api, 1));

      expect(await call(id, id, { query })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', name], type }] },
      });
    });
  });
});

describe('an experiment and its baseline', () => {
  useFreshWorkspace(api, models);

  const { createExperiment, runExperiment, runWithReply } = experimentsOf(api, models);

  async function compare(id: string) {
    const { status, body } = await contract.call('compareWithBaseline', { params: { experiment_id: id } });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  }

  interface Compared {
    metric: string;
    label: string | null;
  }
  const find = <One extends Compared>(
    { metrics }: { metrics: One[] },
    metric: string,
    label: string | null = null,
  ) => metrics.find((one) => one.metric === metric && one.label === label);

  const { messages: recorded } = makeConversation() as { messages: Record<string, unknown>[] };

  describe('GET /v1/experiments/{experiment_id}/baseline-comparison', () => {
    it('compares the new replies with the original ones, metric by metric', async () => {
      const id = await runWithReply(await importConversations(api, 8), 'In 1887.');

      const compared = await compare(id);

      expect(compared).toMatchObject({ experiment_id: id, status: 'completed', pass_through: false });
      expect(find(compared, 'issue_rate')).toEqual({
        metric: 'issue_rate',
        label: null,
        value: 0,
        baseline_value: 1,
        difference: -1,
        interval_low: -1,
        interval_high: expect.any(Number),
        p_value: expect.closeTo(2 ** -7, 12),
        e_value: null,
        n: 8,
        left_out: [],
      });
      expect(find(compared, 'issue_rate')?.interval_high).toBeLessThan(0);
      expect(find(compared, 'issue_rate', 'fabrication')).toMatchObject({
        value: 0,
        baseline_value: 1,
        n: 8,
      });
      expect(find(compared, 'avg_issues_per_evaluation')).toMatchObject({
        value: 0,
        baseline_value: 1,
        difference: -1,
        interval_low: -1,
        interval_high: -1,
        p_value: null,
      });
      expect(find(compared, 'cost_per_1k')).toMatchObject({
        baseline_value: null,
        n: 0,
        left_out: [{ reason: 'no_value', count: 8 }],
      });
      expect(find(compared, 'avg_input_tokens')).toMatchObject({ baseline_value: 40, n: 8 });
      expect(find(compared, 'avg_output_tokens')).toMatchObject({ baseline_value: 10, n: 8 });
      expect(find(compared, 'avg_response_latency_ms')).toMatchObject({ baseline_value: 500, n: 8 });
      expect(find(compared, 'avg_reply_chars')).toMatchObject({
        value: 'In 1887.'.length,
        baseline_value: 'The Harrow Bridge was opened in 1889.'.length,
        n: 8,
      });
      expect(await compare(id)).toEqual(compared);
    });

    it('leaves out what has no verdict, but not from metrics that need none, and counts it by reason', async () => {
      const [judged, failed, unjudged] = (await importConversations(api, 3)) as [string, string, string];
      const [withoutReply] = (await importConversations(api, 1, { messages: recorded.slice(0, 2) })) as [
        string,
      ];
      const model = `writer-${randomUUID()}`;
      const judge = `judge-${randomUUID()}`;
      const reply = { kind: 'text', text: 'In 1887.' } as const;
      const failure = { kind: 'status', status: 400, message: 'no' } as const;
      models.on(model, inTurn(reply, failure, { kind: 'text', text: 'Not to be judged.' }, reply));
      models.on(judge, ({ body }) =>
        JSON.stringify(body.messages).includes('Not to be judged.')
          ? { kind: 'text', text: 'I would rather not.' }
          : { kind: 'json', value: { findings: [] } },
      );
      const evaluator = await api.post('/v1/evaluators', {
        name: judge,
        kind: 'llm_judge',
        config: { model: judge },
      });
      const id = await runExperiment([judged, failed, unjudged, withoutReply], {
        model,
        evaluator_id: evaluator.body.id,
        concurrency: 1,
      });

      const compared = await compare(id);

      expect(find(compared, 'issue_rate')).toMatchObject({
        n: 1,
        left_out: [
          { reason: 'baseline_no_reply', count: 1 },
          { reason: 'item_failed', count: 1 },
          { reason: 'no_verdict', count: 1 },
        ],
      });
      expect(find(compared, 'avg_output_tokens')).toMatchObject({
        n: 2,
        left_out: [
          { reason: 'baseline_no_reply', count: 1 },
          { reason: 'item_failed', count: 1 },
        ],
      });
    });

    it('leaves out replies that cannot be judged from the metrics that need a verdict', async () => {
      const image = { type: 'image_url', image_url: { url: 'https://images.test/bridge.png' } };
      const messages = [{ role: 'user', content: [{ type: 'text', text: 'When?' }, image] }, recorded[2]];
      const id = await runWithReply(await importConversations(api, 2, { messages }), 'In 1887.');

      const compared = await compare(id);

      expect(find(compared, 'issue_rate')).toMatchObject({
        value: null,
        n: 0,
        left_out: [{ reason: 'not_judgeable', count: 2 }],
      });
      expect(find(compared, 'avg_reply_chars')).toMatchObject({ n: 2, left_out: [] });
    });

    it('compares the results so far of a running experiment, with an e-value instead of a p-value', async () => {
      const model = `writer-${randomUUID()}`;
      const reply = { kind: 'text', text: 'In 1887.' } as const;
      models.on(model, inTurn(reply, reply, { kind: 'never' }));
      const id = await createExperiment(await importConversations(api, 4), { model, concurrency: 1 });
      await eventually(async () => (await api.get(`/v1/experiments/${id}`)).body.completed_items_count === 2);

      const compared = await compare(id);
      await api.post(`/v1/experiments/${id}/cancel`);

      expect(compared.status).toBe('running');
      expect(find(compared, 'issue_rate')).toMatchObject({
        value: 0,
        baseline_value: 1,
        n: 2,
        p_value: null,
        e_value: expect.closeTo(4 / 3, 2), // of two discordant pairs in one direction
        left_out: [{ reason: 'item_open', count: 2 }],
      });
    });

    it('says that both sides are the same replies if they are passed through', async () => {
      const id = await runExperiment(await importConversations(api, 3), { pass_through: true });

      const compared = await compare(id);

      expect(compared.pass_through).toBe(true);
      for (const one of compared.metrics) {
        expect(one).toMatchObject({ n: 3, difference: 0, left_out: [] });
        expect([one.metric, one.value]).toEqual([one.metric, one.baseline_value]);
      }
      expect(find(compared, 'issue_rate')).toMatchObject({ p_value: 1 });
    });

    it('counts empty replies on each side', async () => {
      const conversationIds = [
        ...(await importConversations(api, 1)),
        ...(await importConversations(api, 2, {
          messages: [...recorded.slice(0, 2), { role: 'assistant', content: '' }],
        })),
      ];
      const id = await runExperiment(conversationIds, { pass_through: true });

      expect((await compare(id)).empty_replies).toEqual({ count: 2, baseline_count: 2, n: 3 });
    });

    it('preserves all numbers when conversations are deleted', async () => {
      const conversationIds = await importConversations(api, 2);
      const id = await runWithReply(conversationIds, 'In 1887.');
      const before = await compare(id);
      await api.delete(`/v1/conversations/${conversationIds[0]}`);

      expect(await compare(id)).toEqual(before);
    });

    it('responds the same 404 for an experiment of another workspace and an unknown one', async () => {
      const id = await runExperiment(await importConversations(api, 1), { pass_through: true });
      const call = (experiment_id: string, options: object = {}) =>
        contract.call('compareWithBaseline', { params: { experiment_id }, ...options });
      const missing = {
        status: 404,
        body: {
          detail: [{ loc: ['path', 'experiment_id'], msg: 'Experiment not found', type: 'not_found' }],
        },
      };

      expect(await call(randomUUID())).toMatchObject(missing);
      expect(await call(id, { workspaceId: await makeWorkspace(api) })).toMatchObject(missing);
    });

    it('rejects an id that is none', async () => {
      expect(await contract.call('compareWithBaseline', { params: { experiment_id: 'x' } })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['path', 'experiment_id'], type: 'uuid_parsing' }] },
      });
    });
  });

  describe('assay experiments', () => {
    const program = join(__dirname, '../../dist/src/cli/main.js');

    /** Runs the command; resolves to its exit code and what it printed. */
    function run(id: string, key = owner.apiKey, args = ['compare', id]) {
      const env = { ASSAY_URL: api.url, ASSAY_API_KEY: key, ASSAY_WORKSPACE_ID: api.workspaceId };
      return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
        const command = [program, 'experiments', ...args];
        execFile(process.execPath, command, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
        );
      });
    }

    it('prints each metric of both sides with its interval, p-value and pairs', async () => {
      const id = await runWithReply(await importConversations(api, 8), 'In 1887.', { name: 'Short' });

      const { code, stdout } = await run(id);

      expect(code).toBe(0);
      const cellsOf = (name: string) =>
        stdout
          .split('\n')
          .find((line) => line.includes(`│ ${name}`))
          ?.split('│')
          .map((cell) => cell.trim());
      expect(stdout).toContain('Experiment "Short" (completed) compared with the original replies');
      const [, , original, result, difference, interval, p, pairs] = cellsOf('issue rate') ?? [];
      expect([original, result, difference, p, pairs]).toEqual(['100%', '0%', '-100%', '0.008', '8']);
      expect(interval).toMatch(/^-100% to -\d/);
      expect(cellsOf('  fabrication')?.[7]).toBe('8');
      expect(cellsOf('cost')).toBeUndefined();
      expect(cellsOf('dollars per 1,000 replies')?.slice(2, 8)).toEqual(['–', '–', '–', '–', '–', '0']);
      expect(stdout).toContain('Left out of dollars per 1,000 replies: 8 no value.');
      expect(stdout).toContain('Cost: unknown (generation unknown, judging $0, wasted $0).');
    });

    it('adds conversations with `assay experiments add`', async () => {
      const [first = '', ...others] = await importConversations(api, 3);
      const id = await runWithReply([first], 'In 1887.', { name: 'Grows' });

      const { code, stdout } = await run(id, owner.apiKey, ['add', id, '--conversations', first, ...others]);

      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(`^Experiment ${id} "Grows" \\(\\w+\\): 3 items, \\d completed, \\d pending\n$`),
      ]);
    });

    it('exits 2 with the error of the service', async () => {
      const { code, stderr } = await run(randomUUID());

      expect([code, stderr]).toEqual([2, expect.stringContaining('Experiment not found')]);
    });

    it('exits 2 and names the setting without a key', async () => {
      const { code, stderr } = await run(randomUUID(), '');

      expect([code, stderr]).toEqual([2, expect.stringContaining('ASSAY_API_KEY')]);
    });
  });
});

describe('comparable experiments', () => {
  useFreshWorkspace(api, models);

  async function createExperiment(name: string, conversationIds: string[]): Promise<string> {
    const response = await api.post('/v1/experiments', {
      name,
      model: 'as recorded',
      pass_through: true,
      conversation_ids: conversationIds,
    });
    expect(response).toMatchObject({ status: 201 });
    return response.body.id;
  }

  const call = (experiment_id: string, options: object = {}) =>
    contract.call('listComparableExperiments', { params: { experiment_id }, ...options });

  describe('GET /v1/experiments/{experiment_id}/comparable-experiments', () => {
    it('lists the other experiments that share conversations, newest first, with their number', async () => {
      const [a, b, c, d] = (await importConversations(api, 4)) as [string, string, string, string];
      const own = await createExperiment('own', [a, b, c]);
      const ofTwo = await createExperiment('of two', [c, d, a]);
      await createExperiment('of none', [d]);
      const ofOne = await createExperiment('of one', [b]);
      await eventually(async () => (await api.get(`/v1/experiments/${ofOne}`)).body.completed_at !== null);

      const { status, body } = await call(own);

      expect(status).toBe(200);
      expect(body).toMatchObject({
        items: [
          {
            id: ofOne,
            name: 'of one',
            model: 'as recorded',
            status: 'completed',
            pass_through: true,
            issue_rate: 1,
            shared_conversations_count: 1,
          },
          { id: ofTwo, shared_conversations_count: 2 },
        ],
        has_more: false,
        next_page_cursor: null,
      });
    });

    it('examines a bounded number of experiments for a page, which may be empty although more follow', async () => {
      const [shared, other] = (await importConversations(api, 2)) as [string, string];
      const own = await createExperiment('own', [shared]);
      const twin = await createExperiment('twin', [shared]);
      for (let index = 0; index < 50; index += 1) await createExperiment(`other ${index}`, [other]);

      const first = await call(own);
      const second = await call(own, { query: { cursor: first.body.next_page_cursor } });

      expect(first.body).toMatchObject({ items: [], has_more: true });
      expect(second.body.items).toMatchObject([{ id: twin }]);
      const foreign = await call(twin, { query: { cursor: first.body.next_page_cursor } });
      expect(foreign).toMatchObject({ status: 422, body: { detail: [{ type: 'cursor_invalid' }] } });
    });

    it('responds the same 404 for an experiment of another workspace and an unknown one', async () => {
      const id = await createExperiment('own', await importConversations(api, 1));
      const missing = {
        status: 404,
        body: {
          detail: [{ loc: ['path', 'experiment_id'], msg: 'Experiment not found', type: 'not_found' }],
        },
      };

      expect(await call(randomUUID())).toMatchObject(missing);
      expect(await call(id, { workspaceId: await makeWorkspace(api) })).toMatchObject(missing);
    });

    it.each([
      [{ cursor: 'forged' }, 'cursor', 'cursor_invalid'],
      [{ limit: 5 }, 'limit', 'extra_forbidden'],
    ])('rejects %j', async (query, name, type) => {
      const id = await createExperiment('own', await importConversations(api, 1));

      expect(await call(id, { query })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['query', name], type }] },
      });
    });
  });
});
