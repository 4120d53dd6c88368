import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { runMeasureReviewed } from '../../src/cli/measure-reviewed.command';
import { owner } from '../support/api';
import { importConversations } from '../support/builders';
import { experimentsOf } from '../support/experiments';
import { firstOf } from '../support/first-of';
import { makeJudgedReply } from '../support/judged-replies';
import { ModelServer } from '../support/model-server';
import { makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
const CLEAN = 6;
const FLAGGED = 4;

let queueId = '';
const reviewed: string[] = [];

beforeAll(async () => {
  api.workspaceId = await makeWorkspace(api);
  for (let index = 0; index < CLEAN; index += 1) await makeJudgedReply(api, { isClean: true });
  for (let index = 0; index < FLAGGED; index += 1) await makeJudgedReply(api);
  const sample = { filter: 'role = assistant', size: CLEAN + FLAGGED, seed: 'audit' };
  const { status, body } = await contract.call('createReviewQueue', {
    body: { name: 'Audit', source: { sample } },
  });
  expect(status).toBe(201);
  queueId = body.id;
  // Stored after the sample was drawn, so not in its population.
  await makeJudgedReply(api);
}, 60_000);

/** Reviews the next items; a finding is confirmed unless `isRejected`. */
async function review(count: number, { isRejected = false, queue = queueId, only = '' } = {}): Promise<void> {
  const claimed = await contract.call('claimReviewItems', {
    params: { queue_id: queue },
    body: { limit: count },
  });
  for (const { id, lease, message_id: messageId, conversation_id } of claimed.body.items) {
    const filter = encodeURIComponent(`conversation_id = ${conversation_id}${only}`);
    const findings = (await api.get(`/v1/findings?filter=${filter}`)).body.items;
    const isIssue = findings.length > 0 && !isRejected;
    const { status, body } = await contract.call('completeReviewItem', {
      params: { queue_id: queue, item_id: id },
      body: {
        lease_id: lease.lease_id,
        epoch: lease.epoch,
        verdict: isIssue ? 'has_issue' : 'clean',
        findings: findings.map((finding: { id: string }) => ({
          finding_id: finding.id,
          verdict: isRejected ? 'rejected' : 'confirmed',
        })),
      },
    });
    expect([status, body.detail]).toEqual([200, undefined]);
    reviewed.push(messageId);
  }
}

const accuracy = () => contract.call('getAccuracy', { query: { queue_id: queueId } });

describe('GET /v1/accuracy', () => {
  it('has only uncorrected rates before anything is reviewed', async () => {
    const { status, body } = await accuracy();

    expect(status).toBe(200);
    expect(body).toMatchObject({
      population: CLEAN + FLAGGED,
      reviewed_count: 0,
      precision: { value: null },
    });
    expect(body.rates[0]).toMatchObject({
      rate: 'issue_rate',
      estimate: null,
      interval: null,
      uncorrected: 0.4,
    });
  });

  it('corrects the rates by what is reviewed', async () => {
    await review(5);

    const { body } = await accuracy();

    expect(body).toMatchObject({ reviewed_count: 5, disputed_count: 0, left_out_count: 0 });
    const [rate] = body.rates;
    // The reviews agree with the evaluator, so its verdicts count in full.
    expect(rate?.interval?.[0]).toBeLessThan(0.4);
    expect(rate?.interval?.[1]).toBeGreaterThan(0.4);
    expect(rate).toMatchObject({ n: 5, population: 10 });
    expect(rate?.reviews_to_halve).toBeGreaterThan(0);
  });

  it('is exact once everything is reviewed, and follows a later review', async () => {
    await review(CLEAN + FLAGGED);

    const complete = (await accuracy()).body;
    expect(complete.reviewed_count).toBe(CLEAN + FLAGGED);
    expect(complete.rates[0]).toMatchObject({ estimate: 0.4, interval: [0.4, 0.4], reviews_to_halve: 0 });
    expect(complete).toMatchObject({ precision: { value: 1, n: 4 }, recall: { value: 1, n: 4 } });

    const issue = complete.rates.find(({ label }: { label: string | null }) => label === 'fabrication');
    expect(issue).toMatchObject({ rate: 'label_rate', estimate: 0.4, uncorrected: 0.4 });

    await api.post(`/v1/messages/${await cleanReply()}/reviews`, {
      verdict: 'has_issue',
      adjudication: true,
    });
    const { body } = await accuracy();
    expect(body.rates[0]).toMatchObject({ estimate: 0.5, uncorrected: 0.4 });
    // No span of it is marked, so its issues cannot be counted.
    expect(body).toMatchObject({ undecided_count: 1, stale: [] });
    expect(body.rates[1]).toMatchObject({ rate: 'issues_per_reply', estimate: null });
    expect(body).toMatchObject({ precision: { value: 1 }, recall: { value: 0.8, n: 5 } });
  });

  it('accepts only queues that are a random sample of this workspace', async () => {
    const { body: chosen } = await contract.call('createReviewQueue', {
      body: { name: 'Chosen', source: { filter: 'role = assistant' } },
    });
    const elsewhere = await makeWorkspace(api);

    for (const [queue_id, workspaceId] of [
      [chosen.id, api.workspaceId],
      [queueId, elsewhere],
      [randomUUID(), api.workspaceId],
    ] as const) {
      const response = await contract.call('getAccuracy', { query: { queue_id }, workspaceId });
      expect(response.status).toBe(422);
      expect(problems(response)).toEqual(['query.queue_id value_error']);
    }
    const unknown = await contract.call('getAccuracy', {
      query: { queue_id: queueId, evaluator_id: randomUUID() },
    });
    expect(problems(unknown)).toEqual(['query.evaluator_id value_error']);
  });
});

describe('GET /v1/accuracy of a filter', () => {
  it('corrects a part of what a sample was drawn from', async () => {
    const filter = 'issue_count > 0 AND role = assistant';
    const { status, body } = await contract.call('getAccuracy', { query: { filter } });

    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({ queue_id: queueId, filter, population: FLAGGED, reviewed_count: FLAGGED });
    // All of them are reviewed.
    expect(body.rates[0]).toMatchObject({ estimate: 1, interval: [1, 1], n: FLAGGED });
    expect(body.left_out_count).toBe(CLEAN);
    expect(body).toMatchObject({ baseline: null, differences: null, experiment_id: null });
  });

  it('says what to do where no sample has all of the replies', async () => {
    const filter = 'conversation_type:*';
    const elsewhere = await makeWorkspace(api);
    const empty = await contract.call('getAccuracy', { query: { filter }, workspaceId: elsewhere });

    expect(problems(empty)).toEqual(['query.filter value_error']);
    expect(empty.body.detail[0]?.msg).toContain('{"sample":{"filter":"conversation_type:*"');
    const invalid = await contract.call('getAccuracy', { query: { filter: 'no_field = 1' } });
    expect(problems(invalid)).toEqual(['query.filter value_error']);
  });

  it('needs exactly one of queue, experiment and filter, and an experiment for a baseline', async () => {
    const id = randomUUID();
    const none = await contract.call('getAccuracy', { query: {} });
    const both = await contract.call('getAccuracy', { query: { queue_id: id, filter: 'role = assistant' } });
    const alone = await contract.call('getAccuracy', { query: { queue_id: id, baseline_id: id } });
    const same = await contract.call('getAccuracy', { query: { experiment_id: id, baseline_id: id } });

    expect([none, both].map(problems)).toEqual([
      ['query.queue_id value_error'],
      ['query.queue_id value_error'],
    ]);
    expect([alone, same].map(problems)).toEqual([
      ['query.baseline_id value_error'],
      ['query.baseline_id value_error'],
    ]);
  });
});

describe('GET /v1/accuracy of experiments', () => {
  const { runExperiment, runWithReply } = experimentsOf(api, models, { pass_through: true });
  let recorded = '';
  let right = '';
  const SIZE = 6;

  beforeAll(async () => {
    await api.startWorker();
    api.workspaceId = await makeWorkspace(api);
    const conversationIds = await importConversations(api, SIZE);
    recorded = await runExperiment(conversationIds);
    right = await runWithReply(conversationIds, 'It was opened in 1887.');
  }, 120_000);

  const ofExperiment = (experiment_id: string, query: object = {}) =>
    contract.call('getAccuracy', { query: { experiment_id, ...query } });

  async function sampleOf(experimentId: string): Promise<string> {
    const sample = { filter: `experiment_id = ${experimentId}`, size: SIZE, seed: 'experiments' };
    const { body } = await contract.call('createReviewQueue', {
      body: { name: 'Audit', source: { sample } },
    });
    return body.id;
  }

  it('says how to sample an experiment that has no sample', async () => {
    const response = await ofExperiment(recorded);

    expect([response.status, problems(response)]).toEqual([422, ['query.experiment_id value_error']]);
    expect(response.body.detail[0]?.msg).toContain(`"filter":"experiment_id = ${recorded}"`);
    expect((await api.get(`/v1/experiments/${recorded}`)).body.corrected).toBeNull();
    for (const query of [
      { experiment_id: randomUUID() },
      { experiment_id: recorded, baseline_id: randomUUID() },
    ]) {
      const unknown = await contract.call('getAccuracy', { query });
      expect([unknown.status, problems(unknown)[0]]).toEqual([422, expect.stringMatching(/value_error$/)]);
    }
    const foreign = await ofExperiment(recorded, {});
    expect(foreign.status).toBe(422);
  });

  it('corrects its rates, also beside the experiment itself', async () => {
    const queue = await sampleOf(recorded);
    await review(3, { queue, isRejected: true, only: ` AND experiment_id = ${recorded}` });
    const half = await ofExperiment(recorded);
    await review(3, { queue, only: ` AND experiment_id = ${recorded}` });

    const { body } = await ofExperiment(recorded);
    const { corrected, metrics } = (await api.get(`/v1/experiments/${recorded}`)).body;

    expect(half.body).toMatchObject({
      queue_id: queue,
      experiment_id: recorded,
      reviewed_count: 3,
      stale: [],
    });
    // The evaluator flags all replies, and people agree with every other one.
    expect(metrics.issue_rate).toBe(1);
    expect(body.rates[0]).toMatchObject({ uncorrected: 1, estimate: 0.5, interval: [0.5, 0.5], n: SIZE });
    expect(body.precision).toMatchObject({ value: 0.5, n: SIZE });
    expect(corrected).toEqual({
      queue_id: queue,
      population: SIZE,
      reviewed_count: SIZE,
      undecided_count: 0,
      disputed_count: 0,
      stale: [],
      rates: body.rates,
    });
  });

  it('has the difference of two experiments, with both samples', async () => {
    const queue = await sampleOf(right);
    await review(4, { queue, only: ` AND experiment_id = ${right}` });

    const { status, body } = await ofExperiment(right, { baseline_id: recorded });

    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body.baseline).toMatchObject({ experiment_id: recorded, rates: [{ estimate: 0.5 }, {}, {}] });
    const [difference] = body.differences ?? [];
    expect(difference).toMatchObject({ rate: 'issue_rate', uncorrected: -1, estimate: -0.5, n: 10 });
    const [low = 0, high = 0] = body.rates[0]?.interval ?? [];
    // The baseline is known exactly, so only the sample of the experiment has an error.
    expect(difference?.interval?.[0]).toBeCloseTo(low - 0.5, 12);
    expect(difference?.interval?.[1]).toBeCloseTo(high - 0.5, 12);
    expect(
      body.differences?.map(({ rate, label }: { rate: string; label: string | null }) => [rate, label]),
    ).toEqual([
      ['issue_rate', null],
      ['issues_per_reply', null],
      ['label_rate', 'fabrication'],
    ]);
  });

  it('is printed by assay measure --reviewed', async () => {
    const output = new PassThrough();
    const env = {
      ASSAY_URL: api.url,
      ASSAY_API_KEY: owner.apiKey,
      ASSAY_WORKSPACE_ID: api.workspaceId,
    };

    const code = await runMeasureReviewed({ experiment: right, baseline: recorded, env, output });

    const text = String(output.read());
    expect(code).toBe(0);
    expect(text).toMatch(/│ issue rate +│ +50\.0 \(50\.0–50\.0\) │ +100\.0 │ +6 │/);
    expect(text).toMatch(/│ issue rate +│ +-50\.0 \(-?[\d.]+–-?[\d.]+\) │ +-100\.0 │ +10 │/);
    expect(text).toContain('Precision 50.0');
    expect(text).not.toContain('Stale');
    const missing = runMeasureReviewed({ experiment: randomUUID(), env, output });
    await expect(missing).rejects.toThrow('no such experiment');
  });

  it('says that the labels have changed since', async () => {
    const config = (await api.get('/v1/issue-config')).body;
    await api.request('PUT', '/v1/issue-config', {
      body: { labels: config.labels, domain_context: 'Bridges.' },
    });

    expect((await ofExperiment(recorded)).body.stale).toEqual(['labels']);
    expect((await api.get(`/v1/experiments/${recorded}`)).body.corrected?.stale).toEqual(['labels']);
  });
});

describe('GET /v1/accuracy/findings', () => {
  it('has the confirmed share of reviewed findings, per evaluator, label and tool', async () => {
    const workspaceId = await makeWorkspace(api);
    api.workspaceId = workspaceId;
    const replies = [];
    for (let index = 0; index < 4; index += 1) replies.push(await makeJudgedReply(api));
    for (const [index, { findingId }] of replies.slice(0, 3).entries()) {
      const verdict = index < 2 ? 'confirmed' : 'rejected';
      await api.post(`/v1/findings/${findingId}/reviews`, { verdict });
    }

    const { status, body } = await contract.call('getFindingPrecision', {});

    const counts = { confirmed_count: 2, rejected_count: 1, disputed_count: 0 };
    const precision = {
      value: 2 / 3,
      n: 3,
      interval: [expect.closeTo(0.2077, 3), expect.closeTo(0.9385, 3)],
    };
    expect(status).toBe(200);
    expect(body).toEqual({
      evaluators: [{ evaluator_id: expect.any(String), ...counts, precision }],
      labels: [{ label: 'fabrication', ...counts, precision }],
      tools: [{ tool_name: null, ...counts, precision }],
    });
    const filter = 'review = rejected';
    const rejected = await contract.call('getFindingPrecision', { query: { filter } });
    expect(rejected.body.labels).toMatchObject([{ confirmed_count: 0, precision: { value: 0, n: 1 } }]);
  });

  it('responds 422 to an invalid filter, and has nothing of another workspace', async () => {
    const invalid = await contract.call('getFindingPrecision', { query: { filter: 'no_field = 1' } });
    const workspaceId = await makeWorkspace(api);
    const empty = await contract.call('getFindingPrecision', { workspaceId });

    expect(problems(invalid)).toEqual(['query.filter value_error']);
    expect(empty.body).toEqual({ evaluators: [], labels: [], tools: [] });
  });
});

async function cleanReply(): Promise<string> {
  const filter = encodeURIComponent('role = assistant AND issue_count = 0');
  return firstOf((await api.get(`/v1/messages?filter=${filter}`)).body.items).id;
}
