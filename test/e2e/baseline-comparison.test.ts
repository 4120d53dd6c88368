import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { owner } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { experimentsOf } from '../support/experiments';
import { ModelServer } from '../support/model-server';
import { makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
const { createExperiment, runExperiment, runWithReply } = experimentsOf(api, models);
beforeAll(() => api.startWorker(), 60_000);

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
    expect(find(compared, 'issue_rate', 'fabrication')).toMatchObject({ value: 0, baseline_value: 1, n: 8 });
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
    let written = 0;
    models.on(model, () => {
      written += 1;
      if (written === 2) return { kind: 'status', status: 400, message: 'no' };
      return { kind: 'text', text: written === 3 ? 'Not to be judged.' : 'In 1887.' };
    });
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
    let written = 0;
    models.on(model, () => {
      written += 1;
      return written > 2 ? { kind: 'never' } : { kind: 'text', text: 'In 1887.' };
    });
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
      e_value: expect.closeTo(4 / 3, 9), // of two discordant pairs in one direction
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
      body: { detail: [{ loc: ['path', 'experiment_id'], msg: 'Experiment not found', type: 'not_found' }] },
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
    expect(stdout).toMatch(/^Cost: \$[\d.]+ \(generation \$[\d.]+, judging \$[\d.]+, wasted \$0\)\.$/m);
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

  it('exits 1 with the error of the service', async () => {
    const { code, stderr } = await run(randomUUID());

    expect([code, stderr]).toEqual([1, expect.stringContaining('Experiment not found')]);
  });

  it('exits 1 and names the setting without a key', async () => {
    const { code, stderr } = await run(randomUUID(), '');

    expect([code, stderr]).toEqual([1, expect.stringContaining('ASSAY_API_KEY')]);
  });
});
