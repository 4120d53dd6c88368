import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { loadGroundingModel } from '../../packages/detector';
import { runMeasure } from '../../src/cli/measure.command';
import { runMeasureReviewed } from '../../src/cli/measure-reviewed.command';
import { importConversations } from '../support/builders';
import { completeItems, detectScored, makeSampledReplies } from '../support/calibrated-workspace';
import { experimentsOf } from '../support/experiments';
import { firstOf } from '../support/first-of';
import { makeJudgedReply } from '../support/judged-replies';
import { ModelServer } from '../support/model-server';
import { owner } from '../support/owner';
import { makeMember, makeWorkspace } from '../support/people';
import { problems } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
const CLEAN = 6;
const FLAGGED = 4;

let queueId = '';
const reviewed: string[] = [];
/** One of the reviewed replies. */
let adjudicatedId = '';

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
});

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

const folder = mkdtempSync(join(tmpdir(), 'assay-labeled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const labeled = join(folder, 'labeled.ndjson');

/** Saves the export of a sample; returns its lines. */
async function saveExport(query: Record<string, string>) {
  const response = await fetch(`${api.url}/v1/accuracy/export?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': api.workspaceId },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  const text = await response.text();
  writeFileSync(labeled, text);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Measures a file in this process, which is faster than a new one. */
async function measure(data: string, { isRecorded = true } = {}) {
  const json = join(folder, 'measured.json');
  const outputs = [process.stdout, process.stderr].map((stream) => {
    return jest.spyOn(stream, 'write').mockReturnValue(true);
  });
  const options = { data, json, recorded: isRecorded, evaluator: 'grounding', env: {} } as const;
  const code = await runMeasure(options).finally(() => {
    for (const output of outputs) output.mockRestore();
  });
  return { code, measured: JSON.parse(readFileSync(json, 'utf8')) };
}

/** Expects that the export of a sample has the numbers of its page, to the digit. */
async function expectSameNumbers(query: Record<string, string>) {
  const page = (await contract.call('getAccuracy', { query })).body;

  const lines = await saveExport(query);
  const { code, measured } = await measure(labeled);

  const { queue_id, population, reviewed_count, undecided_count, rates, precision, recall } = page;
  const corrected = { queue_id, population, reviewed_count, undecided_count, rates, precision, recall };
  expect(code).toBe(0);
  expect(measured.corrected).toStrictEqual(corrected);
  const { counts, responses } = measured.groups[0];
  expect([counts.judged, lines.length]).toEqual([reviewed_count, reviewed_count]);
  expect([responses.precision.value, responses.recall.value]).toStrictEqual([precision.value, recall.value]);
  return { lines, measured };
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

    adjudicatedId = await cleanReply();
    await api.post(`/v1/messages/${adjudicatedId}/reviews`, { verdict: 'has_issue', adjudication: true });
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

  it('corrects the replies of a set, also on the command line and in the export', async () => {
    const filter = 'issue_count > 0 AND role = assistant';
    const created = await api.post('/v1/sets', { name: 'flagged', filter });
    expect(created.status).toBe(201);
    const set = 'flagged@1';
    const output = new PassThrough();
    const env = { ASSAY_URL: api.url, ASSAY_API_KEY: owner.apiKey, ASSAY_WORKSPACE_ID: api.workspaceId };

    // The set has a conversation that was stored after the sample was drawn.
    const { body } = await contract.call('getAccuracy', { query: { set } });
    await runMeasureReviewed({ set, env, output });
    const lines = await saveExport({ set });

    expect(body).toMatchObject({ queue_id: queueId, set, filter: null, population: FLAGGED });
    expect(body.rates[0]).toMatchObject({ estimate: 1, interval: [1, 1], n: FLAGGED });
    expect(String(output.read())).toMatch(/│ issue rate +│ +100\.0 \(100\.0–100\.0\) │ +100\.0 │ +4 │/);
    expect(lines.map(({ hallucinated }) => hallucinated)).toEqual(Array(FLAGGED).fill(true));
    const unknown = await contract.call('getAccuracy', { query: { set: 'flagged@2' } });
    expect(problems(unknown)).toEqual(['query.set value_error']);
    expect(unknown.body.detail[0]?.msg).toContain('no set flagged@2');
  });

  it('says what to do where no sample has all of the replies', async () => {
    const filter = 'conversation_type:*';
    const elsewhere = await makeWorkspace(api);
    const empty = await contract.call('getAccuracy', { query: { filter }, workspaceId: elsewhere });

    expect(problems(empty)).toEqual(['query.filter value_error']);
    expect(empty.body.detail[0]?.msg).toContain('{"sample":{"filter":"conversation_type:*"');
    const { conversationId } = await makeJudgedReply(api);
    await api.post('/v1/sets', { name: 'later', conversation_ids: [conversationId] });
    const later = await contract.call('getAccuracy', { query: { set: 'later' } });
    expect(later.body.detail[0]?.msg).toContain('{"sample":{"set":"later"');
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

describe('GET /v1/accuracy/export', () => {
  const exported = (query: Record<string, string>, workspaceId = api.workspaceId) =>
    contract.call('exportReviewedSample', { query, workspaceId });

  it('has the numbers of the page, also where the conversations are judged again', async () => {
    const { measured } = await expectSameNumbers({ queue_id: queueId });
    await expectSameNumbers({ filter: 'issue_count > 0 AND role = assistant' });

    await saveExport({ queue_id: queueId });
    const again = (await measure(labeled, { isRecorded: false })).measured;
    expect(again).toMatchObject({ evaluator: 'grounding', corrected: null });
    expect(again.groups[0].responses).toStrictEqual(measured.groups[0].responses);
    expect(again.groups[0].characters).toStrictEqual(measured.groups[0].characters);
  });

  it('is measured by the command line, but corrects nothing without one of its lines', async () => {
    const lines = await saveExport({ queue_id: queueId });
    const program = join(__dirname, '../../dist/src/cli/main.js');
    const args = [program, 'measure', '--data', labeled, '--recorded'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain('10 of 10 replies were reviewed');
    expect(stdout).toMatch(/│ issue rate +│ +50\.0 \(50\.0–50\.0\) │ +40\.0 │ +10 │/);

    const damaged = join(folder, 'damaged.ndjson');
    const rows = lines.map((line, index) => (index === 0 ? { ...line, evaluation: null } : line));
    writeFileSync(damaged, rows.map((line) => JSON.stringify(line)).join('\n'));
    const { code, measured } = await measure(damaged);
    expect([code, measured.skipped_lines, measured.corrected]).toEqual([2, 1, null]);
  });

  it('responds 422 without a sample and while reviewers disagree, 403 elsewhere', async () => {
    const neither = await exported({});
    expect([neither.status, problems(neither)]).toEqual([422, ['query.queue_id value_error']]);
    const foreign = await exported({ queue_id: queueId }, await makeWorkspace(api));
    expect(problems(foreign)).toEqual(['query.queue_id value_error']);
    expect((await exported({ queue_id: queueId }, randomUUID())).status).toBe(403);

    const { key } = await makeMember(api, 'contributor');
    // Which reply is reviewed first is random, and an adjudication would decide a dispute.
    const disputedId = reviewed.find((id) => id !== adjudicatedId);
    const path = `/v1/messages/${disputedId}/reviews`;
    await api.request('POST', path, { key, body: { verdict: 'has_issue' } });
    await api.request('POST', path, { key: owner.apiKey, body: { verdict: 'clean' } });
    const disputed = await exported({ queue_id: queueId });
    expect([disputed.status, problems(disputed)]).toEqual([422, ['query value_error']]);
    expect(disputed.body.detail[0]?.msg).toContain('1 reply is disputed; adjudicate it first');
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
    right = await runWithReply(conversationIds, 'It was opened in 1887.', {
      system_prompt_override: 'Reply in English.',
    });
  });

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
    const { lines } = await expectSameNumbers({ experiment_id: right });
    // The evidence of the original conversation, then what the experiment adds to it.
    expect(lines[0].messages).toMatchObject([
      { role: 'system', content: expect.stringContaining('Answer from the passage') },
      { role: 'user' },
      { role: 'system', content: 'Reply in English.' },
      { role: 'assistant', content: 'It was opened in 1887.' },
    ]);
    expect(
      body.differences?.map(({ rate, label }: { rate: string; label: string | null }) => [rate, label]),
    ).toEqual([
      ['issue_rate', null],
      ['issues_per_reply', null],
      ['label_rate', 'fabrication'],
    ]);
  });

  it('corrects the rates of the original replies too, by a sample of them', async () => {
    const before = (await api.get(`/v1/experiments/${right}`)).body;
    const sample = {
      filter: 'conversation_type = import AND role = assistant',
      size: SIZE,
      seed: 'originals',
    };
    const { body: queue } = await contract.call('createReviewQueue', {
      body: { name: 'Originals', source: { sample } },
    });
    await review(4, { queue: queue.id });
    await review(2, { queue: queue.id, isRejected: true });

    const { corrected, baseline_corrected, baseline_metrics } = (await api.get(`/v1/experiments/${right}`))
      .body;

    expect(before.baseline_corrected).toBeNull();
    expect(baseline_metrics.issue_rate).toBe(1);
    const counts = { population: SIZE, reviewed_count: SIZE, stale: [] };
    expect(baseline_corrected).toMatchObject({ queue_id: queue.id, ...counts });
    const rate = { rate: 'issue_rate', uncorrected: 1, estimate: 4 / 6, interval: [4 / 6, 4 / 6] };
    expect(baseline_corrected?.rates[0]).toMatchObject(rate);
    expect(corrected?.rates[0]).toMatchObject({ uncorrected: 0 });
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
    await expect(missing).rejects.toThrow('experiment_id: no such experiment in this workspace');
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
      // P(X ≥ 2) at the lower and P(X ≤ 2) at the upper bound are 2.5%, for three findings.
      interval: [expect.closeTo(0.0943, 4), expect.closeTo((1 - 0.025) ** (1 / 3), 4)],
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

describe('calibrations', () => {
  const { runExperiment } = experimentsOf(api, models, { pass_through: true });
  // Reviewers find 240 of the replies clean, of which the evaluator flags 40: 17%.
  const counts = { right: 200, doubtful: 40, wrong: 60 };
  const TOTAL = 300;
  const wanted = { max_flagged_clean_share: 0.05 };
  let sampled = '';
  let id = '';
  let earlier: Schemas['Detection'];

  afterAll(() => expect(contract.unwitnessed('Calibrations')).toEqual([]));

  const calibrate = (queue_id: string, query: object = {}) =>
    contract.call('createCalibration', { body: { queue_id, ...query } });
  const params = () => ({ params: { calibration_id: id } });

  it('refuses fewer than 300 reviews and says how many there are', async () => {
    sampled = await makeSampledReplies(api, counts);
    await completeItems(sampled, TOTAL - 25);

    const response = await calibrate(sampled);
    const progress = await contract.call('getCalibrationSample', { params: { queue_id: sampled } });

    expect([response.status, problems(response)]).toEqual([422, ['body.queue_id value_error']]);
    expect(response.body.detail[0]).toMatchObject({
      msg: expect.stringContaining('the queue has 275'),
      ctx: { reviewed_count: 275, needed_count: TOTAL },
    });
    expect(progress).toMatchObject({
      status: 200,
      body: { population: TOTAL, reviewed_count: 275, needed_count: TOTAL, disputed_count: 0 },
    });
  });

  it('accepts only random samples of this workspace', async () => {
    const { body: chosen } = await contract.call('createReviewQueue', {
      body: { name: 'Chosen', source: { filter: 'role = assistant' } },
    });

    for (const queue_id of [chosen.id, queueId, randomUUID()]) {
      const response = await calibrate(queue_id);
      expect([response.status, problems(response)]).toEqual([422, ['body.queue_id value_error']]);
    }
    const unknown = await calibrate(sampled, { evaluator_id: randomUUID() });
    expect(problems(unknown)).toEqual(['body.evaluator_id value_error']);
    const sampleOf = (queue_id: string, query: Record<string, string> = {}) =>
      contract.call('getCalibrationSample', { params: { queue_id }, query });
    expect(problems(await sampleOf(chosen.id))).toEqual(['path.queue_id value_error']);
    const foreign = await sampleOf(sampled, { evaluator_id: randomUUID() });
    expect(problems(foreign)).toEqual(['query.evaluator_id value_error']);
    expect((await sampleOf(queueId)).status).toBe(404);
  });

  it('fits scores and confidences to 300 reviews, and is off', async () => {
    await completeItems(sampled, 25);

    const { status, body } = await calibrate(sampled);
    id = body.id;

    expect([status, body.detail]).toEqual([201, undefined]);
    expect(body).toMatchObject({
      version: 1,
      evaluator_version: 1,
      issue_config_version: 1,
      queue_id: sampled,
      population: TOTAL,
      reviewed_count: TOTAL,
      undecided_count: 0,
      stale: [],
      activation: null,
      is_applied: false,
      created_by: { kind: 'user' },
    });
    // The reviews follow the score without an exception, so each fold is predicted right by the others.
    expect(body.score).toMatchObject({
      n: TOTAL,
      positive_count: counts.wrong,
      brier: { calibrated: 0 },
      calibration_error: { calibrated: 0 },
    });
    expect(body.score.brier.raw).toBeGreaterThan(0.05);
    expect(body.confidence).toMatchObject({ n: 100, positive_count: counts.wrong });
    expect((await contract.call('getCalibration', params())).body).toEqual(body);
    expect((await contract.call('listCalibrations')).body.items).toEqual([body]);
    earlier = await detectScored(api, 'doubtful');
    expect(earlier).toMatchObject({ annotations: [{ calibrated_confidence: null }], calibration: null });
  });

  it('shows what a threshold would change before it is saved', async () => {
    const { body } = await contract.call('getThresholdEffect', { ...params(), query: wanted });

    expect(body).toMatchObject({ ...wanted, flag_above: earlier.score, population: TOTAL });
    expect(body.without).toMatchObject({
      replies: { value: 1 / 3, n: TOTAL },
      clean: { value: 1 / 6, n: 240 },
      issues: { value: 1, n: counts.wrong },
    });
    expect(body.with).toMatchObject({ clean: { value: 0 }, issues: { value: 1 }, replies: { value: 0.2 } });
    expect(body.with.clean.interval?.[1]).toBeLessThan(0.05);
    expect((await contract.call('getCalibration', params())).body.activation).toBeNull();

    const lax = await contract.call('getThresholdEffect', {
      ...params(),
      query: { max_flagged_clean_share: 0.2 },
    });
    // More clean replies may be flagged than the evaluator flags by itself: the threshold is lower than its own.
    expect(lax.body.flag_above).toBeLessThan(loadGroundingModel().thresholds.reply);
    const strict = { max_flagged_clean_share: 0.004 };
    const refused = await contract.call('getThresholdEffect', { ...params(), query: strict });
    const unsaved = await contract.call('activateCalibration', { ...params(), body: strict });
    expect(problems(refused)).toEqual(['query.max_flagged_clean_share value_error']);
    expect(problems(unsaved)).toEqual(['body.max_flagged_clean_share value_error']);
    expect(unsaved.body.detail[0]?.ctx).toMatchObject({ clean_count: 240, needed_count: 249 });
  });

  it('applies to later evaluations only, and keeps what the evaluator says', async () => {
    const { status, body } = await contract.call('activateCalibration', { ...params(), body: wanted });
    expect([status, body.detail]).toEqual([200, undefined]);
    expect(body).toMatchObject({ is_applied: true, activation: { ...wanted, flag_above: earlier.score } });

    const [doubtful, wrong] = [await detectScored(api, 'doubtful'), await detectScored(api, 'wrong')];

    expect(doubtful).toMatchObject({
      annotations: [],
      score: earlier.score,
      calibration: { id, score: 0, flag_above: earlier.score },
      withheld_annotations: [{ ...earlier.annotations[0], calibrated_confidence: 0 }],
    });
    expect(wrong).toMatchObject({
      annotations: [{ calibrated_confidence: 1 }],
      calibration: { id, score: 1 },
      withheld_annotations: [],
    });
    const findingsOf = async ({ conversation_id }: Schemas['Detection']) => {
      const filter = encodeURIComponent(`conversation_id = ${conversation_id}`);
      return (await api.get(`/v1/findings?filter=${filter}`)).body.items;
    };
    expect(await findingsOf(doubtful)).toEqual([]);
    expect(await findingsOf(wrong)).toMatchObject([{ calibrated_confidence: 1 }]);
    expect(await findingsOf(earlier)).toMatchObject([{ calibrated_confidence: null }]);
    const stored = (await api.get(`/v1/conversations/${doubtful.conversation_id}`)).body;
    expect(stored.evaluations).toMatchObject([
      { calibration: { id }, withheld_annotations: [{ text: '1889' }] },
    ]);
    const flagged = (await api.get(`/v1/messages?filter=${encodeURIComponent('issue_count > 0')}&limit=100`))
      .body;
    const conversationIds = flagged.items.map((one: { conversation_id: string }) => one.conversation_id);
    expect(conversationIds).toContain(earlier.conversation_id);
    expect(conversationIds).not.toContain(doubtful.conversation_id);
  });

  it('leaves experiments as they are: both sides count all findings', async () => {
    const { conversation_id } = await detectScored(api, 'doubtful');

    const experimentId = await runExperiment([conversation_id]);

    const { body } = await api.get(`/v1/experiments/${experimentId}`);
    expect(body).toMatchObject({ metrics: { issue_rate: 1 }, baseline_metrics: { issue_rate: 1 } });
    const item = firstOf((await api.get(`/v1/experiments/${experimentId}/items`)).body.items);
    const detail = (await api.get(`/v1/experiments/${experimentId}/items/${item.id}`)).body;
    expect(detail.baseline_annotations).toMatchObject([{ text: '1889' }]);
  });

  it('is off again after it is deactivated, and another version replaces an active one', async () => {
    const off = await contract.call('deactivateCalibration', params());
    expect(off.body).toMatchObject({ activation: null, is_applied: false });
    expect(await detectScored(api, 'doubtful')).toMatchObject({ calibration: null, annotations: [{}] });

    await contract.call('activateCalibration', { ...params(), body: {} });
    expect(await detectScored(api, 'doubtful')).toMatchObject({
      calibration: { id, flag_above: null },
      annotations: [{ calibrated_confidence: 0 }],
    });
    const second = await calibrate(sampled);
    expect(second.body).toMatchObject({ version: 2, activation: null });
    await contract.call('activateCalibration', { params: { calibration_id: second.body.id }, body: wanted });
    expect((await contract.call('getCalibration', params())).body.activation).toBeNull();
    expect((await detectScored(api, 'wrong')).calibration?.id).toBe(second.body.id);
    id = second.body.id;
  });

  it('fits once for a repeated request, and only for admins of the workspace', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { queue_id: sampled };

    const first = await contract.call('createCalibration', { body, headers });
    const repeated = await contract.call('createCalibration', { body, headers });
    const other = { ...body, evaluator_id: first.body.evaluator_id };
    const changed = await contract.call('createCalibration', { body: other, headers });

    expect(repeated.body).toEqual(first.body);
    expect(changed.status).toBe(409);
    const { key } = await makeMember(api, 'contributor');
    for (const operationId of ['createCalibration', 'activateCalibration', 'deactivateCalibration'] as const)
      expect(await contract.call(operationId, { key, body: undefined })).toMatchObject({
        status: 403,
        body: { detail: [{ type: 'role_insufficient' }] },
      });
    for (const { operationId } of contract.operations.filter(({ tag }) => tag === 'Calibrations')) {
      expect((await contract.call(operationId, { workspaceId: randomUUID() })).status).toBe(403);
      const invalid = { params: { calibration_id: 'x', queue_id: 'x' }, query: { limit: 0 } };
      expect((await contract.call(operationId, invalid)).status).toBe(422);
    }
  });

  it('is not applied once the labels or the evaluator have changed, and says which', async () => {
    const { labels } = (await api.get('/v1/issue-config')).body;
    const own = await detectScored(api, 'wrong', { config: { labels } });
    expect(own.calibration).toBeNull();

    await api.request('PUT', '/v1/issue-config', { body: { labels, domain_context: 'Bridges.' } });

    const { body } = await contract.call('getCalibration', params());
    expect(body).toMatchObject({ stale: ['labels'], is_applied: false, activation: wanted });
    expect((await detectScored(api, 'wrong')).calibration).toBeNull();
    const evaluatorId = body.evaluator_id;
    await api.request('PUT', `/v1/evaluators/${evaluatorId}`, { body: { name: 'renamed' } });
    const { body: list } = await contract.call('listCalibrations', { query: { evaluator_id: evaluatorId } });
    for (const { stale } of list.items) expect(stale).toEqual(['evaluator_version', 'labels']);
    expect(list.items).toHaveLength(3);
    expect((await contract.call('activateCalibration', { ...params(), body: {} })).status).toBe(409);
    // The reviews are of verdicts by the earlier version.
    const progress = await contract.call('getCalibrationSample', { params: { queue_id: sampled } });
    expect(progress.body).toMatchObject({ evaluator_version: 2, issue_config_version: 2, reviewed_count: 0 });
    const again = await calibrate(sampled);
    expect(again.body.detail[0]?.ctx).toMatchObject({ reviewed_count: 0 });
  });

  it('responds 404 to an unknown calibration', async () => {
    const unknown = { params: { calibration_id: randomUUID() } };

    for (const response of [
      await contract.call('getCalibration', unknown),
      await contract.call('getThresholdEffect', { ...unknown, query: wanted }),
      await contract.call('activateCalibration', { ...unknown, body: wanted }),
      await contract.call('deactivateCalibration', unknown),
    ])
      expect(response.status).toBe(404);
  });
});

async function cleanReply(): Promise<string> {
  const filter = encodeURIComponent('role = assistant AND issue_count = 0');
  return firstOf((await api.get(`/v1/messages?filter=${filter}`)).body.items).id;
}
