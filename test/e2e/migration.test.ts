import mongoose from 'mongoose';
import { migrateRollups } from '../../src/analytics/migrate-rollups';
import { migrateVerdicts } from '../../src/conversations/storage/migrate-verdicts';
import { countEndedItems } from '../../src/experiments/item-counters.repository';
import { migrateNotJudgeable } from '../../src/experiments/migrate-not-judgeable';
import { tallyRunning } from '../../src/experiments/running-tally';
import { eventually } from '../support/api';
import { importConversations, makeConversation } from '../support/builders';
import { useApi } from '../support/use-api';

const api = useApi();
beforeAll(() => api.startWorker(), 60_000);

const collection = (name: string) => mongoose.connection.collection<{ _id: string }>(name);

const WINDOW = 'created_at >= "2020-01-01T00:00:00Z" AND created_at < "2100-01-01T00:00:00Z"';

/** What the API says about everything that rests on verdicts. */
async function readAll(conversationIds: readonly string[], experimentId: string) {
  const filter = encodeURIComponent(WINDOW);
  const paths = [
    ...conversationIds.map((id) => `/v1/conversations/${id}`),
    '/v1/conversations?limit=100',
    `/v1/messages?limit=100&filter=${encodeURIComponent(`${WINDOW} AND verdict = not_judgeable`)}`,
    `/v1/messages?limit=100&filter=${encodeURIComponent(`${WINDOW} AND issue_count = 0`)}`,
    `/v1/experiments/${experimentId}`,
    `/v1/experiments/${experimentId}/items?limit=100`,
    `/v1/analytics/agent-tool-stats?filter=${filter}`,
    `/v1/analytics/agent-summary-stats?filter=${filter}`,
    `/v1/analytics/issues-label-distribution?filter=${filter}`,
    `/v1/analytics/issues-timeseries?bucket=auto&filter=${filter}`,
  ];
  const responses: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    const { refreshed_through: _time, ...rest } = body as unknown as Record<string, unknown>;
    responses[path] = Array.isArray(body) ? body : rest;
  }
  return responses;
}

/** Detections of a reply that can be judged and of two that cannot, and an experiment on them and an import. */
async function fill() {
  const conversationIds: string[] = await importConversations(api, 1);
  for (const messages of [
    makeConversation().messages,
    [
      { role: 'user', content: 'When was Lima founded?' },
      { role: 'assistant', content: 'In 1535.' },
    ],
    [
      { role: 'user', content: 'Lima was founded in 1535.' },
      { role: 'assistant', content: '' },
    ],
  ]) {
    const { body } = await api.post('/v1/detect-hallucinations', { messages });
    conversationIds.push(body.conversation_id);
  }
  const { body } = await api.post('/v1/experiments', {
    name: 'Migrated',
    model: 'as recorded',
    pass_through: true,
    conversation_ids: conversationIds,
  });
  const experimentId: string = body.id;
  await eventually(async () => {
    const { body: experiment } = await api.get(`/v1/experiments/${experimentId}`);
    return experiment.completed_at === null ? null : experiment;
  }, 60_000);
  // Evaluations stored before calls were counted lack them.
  await collection('evaluations').updateMany(
    { reason: 'no_evidence' },
    { $unset: { 'usage.calls': '', 'usage.retriedCalls': '' } },
  );
  return { conversationIds, experimentId };
}

/** Puts all documents into the form in which the version before stored them. */
async function rewriteInOldForm(experimentId: string): Promise<void> {
  await collection('evaluations').updateMany({ status: 'not_judgeable' }, [
    {
      $set: {
        status: 'completed',
        reason: null,
        'coverage.windows': 1,
        'coverage.evidenceExamined': '$coverage.evidenceTotal',
      },
    },
  ]);
  const verdict = (input: string) => ({
    $map: {
      input,
      in: {
        $unsetField: {
          field: 'status',
          input: { $mergeObjects: ['$$this', { issueCount: { $ifNull: ['$$this.issueCount', 0] } }] },
        },
      },
    },
  });
  await collection('messages').updateMany({}, [{ $set: { verdicts: verdict('$verdicts') } }]);
  for (const side of ['reply', 'baseline']) {
    await collection('experimentitems').updateMany(
      { [`${side}.isNotJudgeable`]: true },
      { $set: { [`${side}.findings`]: [] } },
    );
    await collection('experimentitems').updateMany(
      { [side]: { $type: 'object' } },
      { $unset: { [`${side}.isNotJudgeable`]: '' } },
    );
  }
  const stored = await collection('experiments').findOne({ _id: experimentId });
  const tally = JSON.parse((stored as unknown as { tally: string }).tally);
  for (const metrics of [tally.metrics, tally.baselineMetrics]) {
    metrics.evaluated_count += metrics.not_judgeable_count;
    metrics.issue_free_message_count += metrics.not_judgeable_count;
    metrics.issue_rate = 1 - metrics.issue_free_message_count / metrics.evaluated_count;
    metrics.avg_issues_per_evaluation = metrics.total_issues / metrics.evaluated_count;
    delete metrics.not_judgeable_count;
  }
  await collection('experiments').updateOne(
    { _id: experimentId },
    { $set: { tally: JSON.stringify(tally) } },
  );
  await collection('changedperiods').deleteMany({});
  await collection('migrations').deleteMany({});
}

/** Puts rollups that count nothing into the place of all, as the version before stored them. */
async function rewriteRollups(): Promise<void> {
  await collection('periodrollups').updateMany({}, {
    $unset: { format: '', 'sums.notJudgeableMessages': '' },
    $set: { labels: '[["fabrication",7]]', 'sums.evaluatedMessages': 7 },
  } as object);
}

it('rewrites what the version before stored as clean, on each kind of document, interrupted or not', async () => {
  const { conversationIds, experimentId } = await fill();
  const expected = await readAll(conversationIds, experimentId);
  const itemsPath = `/v1/experiments/${experimentId}/items?limit=100`;
  expect(expected[`/v1/experiments/${experimentId}`]).toMatchObject({
    metrics: { evaluated_count: 2, not_judgeable_count: 2 },
    baseline_metrics: { evaluated_count: 2, not_judgeable_count: 2 },
  });

  await rewriteInOldForm(experimentId);
  await rewriteRollups();
  expect(await countEndedItems(api.workspaceId, experimentId)).toBe(conversationIds.length);
  const old = await readAll(conversationIds, experimentId);
  expect(old[itemsPath]).not.toEqual(expected[itemsPath]);
  expect(old[`/v1/experiments/${experimentId}`]).toMatchObject({
    metrics: { evaluated_count: 4, not_judgeable_count: 0 },
  });

  await migrateVerdicts([]); // interrupted after it
  await Promise.all([migrateNotJudgeable(), migrateNotJudgeable()]);
  await migrateRollups();

  expect(await readAll(conversationIds, experimentId)).toEqual(expected);
  await migrateNotJudgeable();
  expect(await readAll(conversationIds, experimentId)).toEqual(expected);
  const running = await tallyRunning(api.workspaceId, [experimentId]);
  expect(running.get(experimentId)).toMatchObject({
    metrics: { evaluatedCount: 2, notJudgeableCount: 2 },
    baselineMetrics: { evaluatedCount: 2, notJudgeableCount: 2 },
  });
}, 120_000);
