import { randomUUID } from 'node:crypto';
import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { isContributor } from '../../src/access/identity/contributors';
import type { Schedule } from '../../src/experiments/schedules/schedule';
import { ScheduleModel, type StoredSchedule } from '../../src/experiments/schedules/schedule.model';
import { createScheduleReconciler } from '../../src/experiments/schedules/schedule.reconciler';
import { toSchedule } from '../../src/experiments/schedules/schedule.repository';
import { createScheduleComparison } from '../../src/experiments/schedules/schedule-comparison.reconciler';
import { createTemporalSchedules } from '../../src/experiments/schedules/temporal-schedules';
import { createLogger } from '../../src/platform/logging';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { registerSearchAttributes } from '../../src/platform/temporal/search-attributes';
import { importConversations, makeConversation } from '../support/builders';
import { eventually } from '../support/eventually';
import { ModelServer } from '../support/model-server';
import { makeMember, makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';
import type { Schemas } from '../support/wire-types';

const models = new ModelServer();
const api = useApi({ models });
const contract = useContract(api);
let temporal: Client;
let conversationIds: string[];

beforeAll(async () => {
  temporal = connectTemporal(api.config.temporal);
  models.otherwise({ kind: 'text', text: 'In 1887.' });
  conversationIds = await importConversations(api, 1);
  await api.startWorker();
});
afterEach(async () => {
  const left = await ScheduleModel.find({}, { _id: 1 }).lean();
  await Promise.all(
    left.map(({ _id }) =>
      handleOf(_id)
        .delete()
        .catch(() => undefined),
    ),
  );
  await ScheduleModel.deleteMany({});
});
afterAll(() => temporal.connection.close());
afterAll(() => expect(contract.unwitnessed('Schedules')).toEqual([]));

const params = (id: string) => ({ params: { schedule_id: id } });
const handleOf = (id: string) => temporal.schedule.getHandle(`schedule/${id}`);
/** Waits while the server is too busy to describe it. */
const describeSchedule = (id: string) =>
  eventually(() =>
    handleOf(id)
      .describe()
      .catch((error: unknown) => {
        if (error instanceof ScheduleNotFoundError) throw error;
        return null;
      }),
  );
// Fires once in a year, and otherwise when a test triggers it.
const request = (experiment: object = {}, change: object = {}) => ({
  name: 'Yearly',
  cron: '30 2 1 JAN *',
  time_zone: 'Europe/Berlin',
  overlap: 'skip',
  experiment: { name: 'Nightly', model: 'writer', conversation_ids: conversationIds, ...experiment },
  ...change,
});

async function reconcile(): Promise<void> {
  const schedules = createTemporalSchedules(temporal, api.config.temporal.taskQueue);
  await createScheduleReconciler(
    { schedules, logger: createLogger('silent') },
    0,
  )(new AbortController().signal);
}

/** Compares all schedules with those in Temporal, as a worker does. */
async function compare(): Promise<void> {
  const pass = createScheduleComparison({
    schedules: createTemporalSchedules(temporal, api.config.temporal.taskQueue),
    isContributor,
    prepareTemporal: () => registerSearchAttributes(temporal),
    logger: createLogger('silent'),
  });
  await pass(new AbortController().signal);
}

async function countWithoutFiring(): Promise<number> {
  const text = String((await api.get('/metrics')).body);
  return Number(/^assay_schedules_without_next_firing (\d+)$/m.exec(text)?.[1]);
}

/** The firings that Prometheus sees, by the name and labels of the series. */
async function countFirings(): Promise<Map<string, number>> {
  const text = String((await api.get('/metrics')).body);
  const lines = text.split('\n').filter((line) => line.startsWith('assay_schedule_firings_total'));
  return new Map(
    lines.map((line) => line.split(' ') as [string, string]).map(([name, n]) => [name, Number(n)]),
  );
}

async function createSchedule(experiment: object = {}, change: object = {}): Promise<Schemas['Schedule']> {
  const { status, body } = await contract.call('createSchedule', { body: request(experiment, change) });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** Waits until Temporal has the schedule, and shows it. */
const shown = (id: string) =>
  eventually(async () => {
    const { body } = await contract.call('getSchedule', params(id));
    return body.next_firing_at !== null && body;
  });

/** Waits for a firing other than `before`. */
const nextFiring = (id: string, before: string | null = null) =>
  eventually(async () => {
    const { body } = await contract.call('getSchedule', params(id));
    return body.last_firing !== null && body.last_firing.scheduled_at !== before && body.last_firing;
  });

const ended = (id: string | null) =>
  eventually(async () => {
    const { body } = await api.get(`/v1/experiments/${id}`);
    return body.completed_at !== null && body;
  });

describe('a schedule', () => {
  it('is created in Temporal, listed, paused, resumed and deleted', async () => {
    const created = await shown((await createSchedule()).id);

    const paused = await contract.call('pauseSchedule', params(created.id));
    await contract.call('resumeSchedule', params(created.id));
    const resumed = await shown(created.id);
    const listed = await eventually(async () => {
      const { body } = await contract.call('listSchedules');
      return body.items[0]?.next_firing_at === created.next_firing_at && body;
    });
    const description = await describeSchedule(created.id);
    const removed = await contract.call('deleteSchedule', params(created.id));

    const year = Number(created.next_firing_at?.slice(0, 4));
    expect(created).toMatchObject({
      cron: '30 2 1 JAN *',
      next_firing_at: `${year}-01-01T01:30:00.000Z`,
      is_paused: false,
      last_firing: null,
      recent_firings: [],
      experiment: { conversation_ids: conversationIds, concurrency: 20 },
    });
    expect(created.next_firings_at).toHaveLength(10);
    expect(paused.body).toMatchObject({ is_paused: true, next_firing_at: null, next_firings_at: [] });
    expect(resumed).toEqual(created);
    expect(listed.items).toMatchObject([{ id: created.id, experiment: { name: 'Nightly' } }]);
    expect(listed.items[0]?.experiment).not.toHaveProperty('conversation_ids');
    expect(description.policies.overlap).toBe('SKIP');
    expect(removed.status).toBe(204);
    expect((await contract.call('getSchedule', params(created.id))).status).toBe(404);
    await expect(describeSchedule(created.id)).rejects.toThrow(/not found/i);
  });

  it('creates an experiment at each firing, on what the set has then, once after a restart of the worker', async () => {
    const name = `live-${randomUUID()}`;
    const [tagged = ''] = await importConversations(api, 1, { tags: { topic: name } });
    await api.post('/v1/sets', { name, filter: `tags.topic = "${name}"`, is_live: true });
    const { id } = await createSchedule({ conversation_ids: undefined, set: name });

    await handleOf(id).trigger();
    const first = await nextFiring(id);
    const experiment = await ended(first.experiment_id);
    await api.stopWorker();
    const [other = ''] = await importConversations(api, 1, { tags: { topic: name } });
    await eventually(async () => Date.now() > Date.parse(first.scheduled_at) + 2000);
    await handleOf(id).trigger();
    await eventually(async () => (await describeSchedule(id)).info.numActionsTaken === 2);
    await api.startWorker();
    const second = await nextFiring(id, first.scheduled_at);

    expect(experiment).toMatchObject({
      conversation_ids: [tagged],
      set: `${name}@1`,
      status_summary: { completed: 1 },
    });
    expect(experiment.name).toMatch(/^Nightly \(\d{4}-\d\d-\d\dT\d\d:\d\dZ\)$/);
    expect((await ended(second.experiment_id)).conversation_ids?.toSorted()).toEqual([tagged, other].sort());
    const all = (await api.get('/v1/experiments?limit=100')).body.items;
    expect(all.filter((one) => one.set === `${name}@1`)).toHaveLength(2);
  });

  it('skips a firing while the experiment of the one before runs', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    models.on('slow', () => released.then(() => ({ kind: 'text', text: 'In 1887.' }) as const));
    const { id } = await createSchedule({ model: 'slow' });
    // Without the policy, a triggered firing does not count as running.
    await handleOf(id).trigger('SKIP');
    const first = await nextFiring(id);

    await handleOf(id).trigger('SKIP');
    await eventually(async () => (await describeSchedule(id)).info.numActionsSkippedOverlap === 1);
    release();

    await ended(first.experiment_id);
    expect((await contract.call('getSchedule', params(id))).body.last_firing).toEqual(first);
    expect(models.requestsFor('slow')).toHaveLength(1);
  });

  it('queues a firing until the experiment of the one before has ended', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    models.on('queued', () => released.then(() => ({ kind: 'text', text: 'In 1887.' }) as const));
    const { id } = await createSchedule({ model: 'queued' }, { overlap: 'queue' });
    // Both firings at once, with the policy of the schedule.
    await handleOf(id).backfill({ start: new Date('2023-12-01'), end: new Date('2025-02-01') });
    const first = await nextFiring(id);

    const waiting = await eventually(async () => {
      const { raw } = await describeSchedule(id);
      return Number(raw.info?.bufferSize) === 1 && raw.info;
    });
    release();
    const second = await nextFiring(id, first.scheduled_at);

    const { body } = await contract.call('getSchedule', params(id));
    expect(body.recent_firings).toEqual([second, first]);
    expect(waiting.runningWorkflows).toHaveLength(1);
    expect([first.scheduled_at, second.scheduled_at]).toEqual([
      '2024-01-01T01:30:00.000Z',
      '2025-01-01T01:30:00.000Z',
    ]);
    const [one, other] = [await ended(first.experiment_id), await ended(second.experiment_id)];
    expect(Date.parse(other.created_at)).toBeGreaterThanOrEqual(Date.parse(String(one.completed_at)));
    expect(models.requestsFor('queued')).toHaveLength(2);
  });

  it('fires by the clock', async () => {
    const { id } = await createSchedule();
    const before = Date.now();
    // Cron has minutes; the interval only shortens the wait.
    await handleOf(id).update((schedule) => ({ ...schedule, spec: { intervals: [{ every: '1s' }] } }));

    const firing = await nextFiring(id);
    await contract.call('pauseSchedule', params(id));

    const scheduledAt = Date.parse(firing.scheduled_at);
    expect(scheduledAt).toBeGreaterThan(before - 1000);
    expect(scheduledAt).toBeLessThanOrEqual(Date.now());
    expect((await ended(firing.experiment_id)).status_summary).toMatchObject({ completed: 1 });
    // The server applies the update of its state after it has accepted it.
    await eventually(async () => (await describeSchedule(id)).state.paused);
  });

  it('keeps the latest of two changes that reach Temporal in the other order, and heals an older state', async () => {
    const created = await createSchedule();
    const temporalSchedules = createTemporalSchedules(temporal, api.config.temporal.taskQueue);
    // As the reconciler does while the server is too busy.
    const throughOutage = <Result>(call: () => Promise<Result>) =>
      eventually(() =>
        call().then(
          (result) => ({ result }),
          ({ code }: { code: string }) => (code === 'temporal_unavailable' ? null : Promise.reject(code)),
        ),
      );
    const save = (schedule: Schedule) => throughOutage(() => temporalSchedules.save(schedule));
    const running = toSchedule(await ScheduleModel.findById(created.id).lean<StoredSchedule>().orFail());
    const earlier = { scheduledAt: new Date('2025-01-01T01:30:00Z'), experimentId: null, error: null };
    await ScheduleModel.updateOne({ _id: created.id }, { $set: { firings: [earlier] } });
    const paused = await contract.call('pauseSchedule', params(created.id));

    // The api that read the schedule before ends right after it has written.
    await save(running);
    await Promise.all([5, 3, 4].map((revision) => save({ ...running, revision, isPaused: revision === 5 })));
    // At once, while visibility may still have an earlier state; again if the server was too busy to describe it.
    const list = () => throughOutage(() => temporalSchedules.listStates([{ id: created.id, revision: 5 }]));
    let listed = (await list()).result.get(created.id);
    for (let tries = 1; tries < 3 && listed?.revision !== 5; tries++) {
      listed = (await list()).result.get(created.id);
    }
    const late = await describeSchedule(created.id);
    // An operator of Temporal resumes it, which removes the revision.
    await handleOf(created.id).unpause();
    const resumedOutside = await contract.call('getSchedule', params(created.id));
    await ScheduleModel.updateOne({ _id: created.id }, { $set: { isPending: true } });
    await reconcile();
    const healed = await describeSchedule(created.id);

    expect(paused.body.recent_firings).toMatchObject([{ scheduled_at: '2025-01-01T01:30:00.000Z' }]);
    expect(listed).toEqual({ revision: 5, isPaused: true, nextFiringsAt: [] });
    expect(late.state).toEqual({ paused: true, note: 'Revision 5' });
    expect(resumedOutside.body).toMatchObject({ is_paused: true, next_firings_at: [] });
    expect(healed.state).toEqual({ paused: true, note: 'Revision 2' });
    expect(healed.action).toEqual(late.action);
  });

  it('shows why a firing could not create an experiment', async () => {
    const [gone = ''] = await importConversations(api, 1);
    const { id } = await createSchedule({ conversation_ids: [gone] });
    await api.delete(`/v1/conversations/${gone}`);

    const before = await countFirings();
    await handleOf(id).trigger();

    expect(await nextFiring(id)).toMatchObject({
      experiment_id: null,
      error: { code: 'value_error', message: expect.stringContaining(gone) },
    });
    const refused = 'assay_schedule_firings_total{result="value_error"}';
    await eventually(async () => (await countFirings()).get(refused) === (before.get(refused) ?? 0) + 1);
    expect(before.get('assay_schedule_firings_total{result="created"}')).toBeGreaterThan(0);
  });

  it('is created once for an idempotency key, and by the reconciler after an interruption', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const twice = [
      await contract.call('createSchedule', { body: request(), headers }),
      await contract.call('createSchedule', { body: request(), headers }),
    ];
    const id = String(twice[0]?.body.id);
    await handleOf(id).delete();
    await ScheduleModel.updateOne({ _id: id }, { $set: { isPending: true } });

    await reconcile();
    const { action } = await describeSchedule(id);
    await ScheduleModel.updateOne({ _id: id }, { $set: { isPending: true, isDeleted: true } });
    await reconcile();

    expect(twice[1]?.body).toEqual(twice[0]?.body);
    expect(action).toMatchObject({ workflowType: 'runSchedule', workflowId: `schedule/${id}` });
    await expect(describeSchedule(id)).rejects.toThrow(/not found/i);
    expect(await ScheduleModel.findById(id)).toBeNull();
  });

  it('comes back when Temporal has lost it or has an earlier state, and is counted meanwhile', async () => {
    const lost = await shown((await createSchedule()).id);
    const earlier = await shown((await createSchedule()).id);
    await contract.call('pauseSchedule', params(earlier.id));
    await eventually(async () => (await describeSchedule(earlier.id)).state.paused);

    // As a backup of Temporal would.
    await handleOf(lost.id).delete();
    await handleOf(earlier.id).unpause('Revision 1');
    const tenMinutesAgo = new Date(Date.now() - 600_001);
    await ScheduleModel.updateOne({ _id: lost.id }, { $set: { nextFiringAt: tenMinutesAgo } });
    // Metrics are shared for a second.
    await eventually(async () => (await countWithoutFiring()) === 1);
    await compare();

    expect((await shown(lost.id)).next_firing_at).toBe(lost.next_firing_at);
    // Visibility lags behind the state of a schedule.
    await eventually(async () => {
      await compare();
      return (await describeSchedule(earlier.id)).state.paused;
    });
    await eventually(async () => {
      await compare();
      return (await countWithoutFiring()) === 0;
    });
  });

  it('stops when its creator leaves the workspace, and is taken over by who resumes it', async () => {
    const creator = await makeMember(api, 'contributor');
    const { body: compared } = await contract.call('createSchedule', { body: request(), key: creator.key });
    const { body: fired } = await contract.call('createSchedule', { body: request(), key: creator.key });
    await shown(fired.id);
    await api.delete(`/v1/workspaces/${api.workspaceId}/members/${creator.id}`);

    await handleOf(fired.id).trigger();
    const firing = await nextFiring(fired.id);
    await compare();
    const stopped = await Promise.all(
      [compared, fired].map(async ({ id }) => (await contract.call('getSchedule', params(id))).body),
    );
    const resumed = await contract.call('resumeSchedule', params(fired.id));
    await shown(fired.id);
    // The id of a firing has its second.
    await eventually(async () => Date.now() > Date.parse(firing.scheduled_at) + 2000);
    await handleOf(fired.id).trigger();
    const next = await nextFiring(fired.id, firing.scheduled_at);

    expect(firing).toMatchObject({ experiment_id: null, error: { code: 'role_insufficient' } });
    const reason = { is_paused: true, paused_reason: 'creator_removed', next_firing_at: null };
    expect(stopped).toMatchObject([reason, reason]);
    expect(resumed.body).toMatchObject({ is_paused: false, paused_reason: null });
    expect((await ended(next.experiment_id)).created_by_user_id).not.toBe(creator.id);
  });

  it('is deleted with its workspace', async () => {
    const workspaceId = await makeWorkspace(api, 'Scheduled');
    const { body: own } = await api.post('/v1/conversations', makeConversation(), { workspaceId });
    const { body } = await contract.call('createSchedule', {
      body: request({ conversation_ids: [own.id] }),
      workspaceId,
    });
    expect(body.id).toBeDefined();

    await api.delete(`/v1/workspaces/${workspaceId}?confirm=Scheduled`, { workspaceId: null });

    await eventually(() =>
      describeSchedule(body.id).then(
        () => false,
        (error: unknown) => error instanceof ScheduleNotFoundError,
      ),
    );
    await eventually(async () => (await ScheduleModel.findById(body.id)) === null);
  });
});

describe('POST /v1/schedules', () => {
  it('responds 422 with the place of each problem', async () => {
    const locsOf = async (body: object) => {
      const response = await contract.call('createSchedule', { body });
      return [response.status, ...response.body.detail.map(({ loc }) => loc.join('.'))];
    };

    expect(await locsOf(request({}, { cron: '61 2 * * *', time_zone: 'Mars/Olympus' }))).toEqual([
      422,
      'body.cron',
      'body.time_zone',
    ]);
    expect(await locsOf(request({ conversation_ids: [randomUUID()] }))).toEqual([
      422,
      'body.experiment.conversation_ids.0',
    ]);
    expect(await locsOf(request({ conversation_ids: undefined, set: 'unknown' }))).toEqual([
      422,
      'body.experiment.set',
    ]);
    expect(await locsOf(request({ model: 'embedded/other' }))).toEqual([422, 'body.experiment.model']);
    expect(await locsOf(request({ concurrency: 0 }, { overlap: 'cancel' }))).toEqual([
      422,
      'body.overlap',
      'body.experiment.concurrency',
    ]);
    for (const id of [
      'listSchedules',
      'getSchedule',
      'pauseSchedule',
      'resumeSchedule',
      'deleteSchedule',
    ] as const) {
      const options = id === 'listSchedules' ? { query: { limit: 0 } } : params('x');
      expect((await contract.call(id, options)).status).toBe(422);
    }
  });

  it('responds 409 beyond 100 schedules, 403 to strangers, and 404 to unknown ones', async () => {
    const workspaceId = await makeWorkspace(api);
    const { id } = await createSchedule();
    const stored = await ScheduleModel.findById(id).lean();
    await ScheduleModel.insertMany(
      Array.from({ length: 100 }, () => ({ ...stored, _id: randomUUID(), workspaceId, isPending: false })),
    );
    const { body: own } = await api.post('/v1/conversations', makeConversation(), { workspaceId });
    const full = { body: request({ conversation_ids: [own.id] }), workspaceId };

    const refused = await contract.call('createSchedule', full);
    const stranger = await makeMember(api, 'admin', workspaceId);
    const forbidden = await Promise.all(
      contract.operations
        .filter(({ tag }) => tag === 'Schedules')
        .map(({ operationId }) => contract.call(operationId, { key: stranger.key, body: undefined })),
    );
    const unknown = await Promise.all(
      (['getSchedule', 'pauseSchedule', 'resumeSchedule', 'deleteSchedule'] as const).map((id) =>
        contract.call(id),
      ),
    );
    await ScheduleModel.deleteMany({ workspaceId });

    expect(refused).toMatchObject({ status: 409, body: { detail: [{ type: 'conflict' }] } });
    expect(forbidden.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
