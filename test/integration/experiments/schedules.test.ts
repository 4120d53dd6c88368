import { randomUUID } from 'node:crypto';
import {
  countWithoutNextFiring,
  insertSchedule,
} from '../../../src/experiments/schedules/schedule.repository';
import { createScheduleService } from '../../../src/experiments/schedules/schedule.service';
import { createScheduleComparison } from '../../../src/experiments/schedules/schedule-comparison.reconciler';
import { createScheduledExperiments } from '../../../src/experiments/schedules/scheduled-experiments';
import type { TemporalSchedules, TemporalState } from '../../../src/experiments/schedules/temporal-schedules';
import { createExperimentSchema } from '../../../src/experiments/wire/experiment.schema';
import { Pager } from '../../../src/platform/http/pager';
import { createLogger } from '../../../src/platform/logging';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { KeyRing } from '../../../src/platform/security/key-ring';
import { useDatabase } from '../../support/database';
import { unused } from '../../support/unused';

useDatabase();

const MINUTE_MS = 60_000;
const workspaceId = randomUUID();
const personOf = (userId: string) => ({
  userId,
  userName: 'Ada',
  serviceAccountId: null,
  serviceAccountName: null,
});

/** Temporal without firings; ignores earlier revisions, as the server does. */
const states = new Map<string, TemporalState>();
const schedules: TemporalSchedules = {
  ping: async () => {},
  async save({ id, isPaused, revision }) {
    if ((states.get(id)?.revision ?? 0) < revision) states.set(id, { revision, isPaused, nextFiringsAt: [] });
  },
  async remove(id) {
    states.delete(id);
  },
  findNextFirings: async () => [],
  listStates: async () => states,
};
const service = createScheduleService({
  schedules,
  experiments: { check: unused },
  pager: new Pager(KeyRing.derive([Buffer.from('secret')], 'cursor')),
});
const compare = () =>
  createScheduleComparison({
    schedules,
    isContributor: async () => true,
    prepareTemporal: async () => {},
    logger: createLogger('silent'),
  })(new AbortController().signal);

/** Stores a schedule whose creator is no member of the workspace. */
async function storeSchedule(createdAt = new Date()): Promise<string> {
  const id = randomUUID();
  const experiment = createExperimentSchema.parse({
    name: 'x',
    model: 'm',
    conversation_ids: [randomUUID()],
  });
  const schedule = {
    ...{ id, workspaceId, name: 'x', cron: '0 4 * * *', timeZone: 'UTC', overlap: 'skip' as const },
    ...{ experiment, creator: personOf('removed'), isPaused: false, pausedReason: null, createdAt },
    ...{ firings: [], revision: 1 },
  };
  await inTransaction((session) => insertSchedule(schedule, session));
  await schedules.save(schedule);
  return id;
}

it('is taken over by who resumes it, if its creator was removed while it was paused', async () => {
  const id = await storeSchedule();

  await service.pause(workspaceId, id);
  const resumed = await service.resume(workspaceId, id, personOf('another'));

  expect(resumed).toMatchObject({ isPaused: false, creator: { userId: 'another' } });
});

it('is not stopped for its former creator once another person has resumed it', async () => {
  const id = await storeSchedule();
  const firings = createScheduledExperiments({
    experiments: { create: unused },
    schedules,
    async isContributor() {
      await service.resume(workspaceId, id, personOf('another'));
      return false;
    },
  });

  await firings.startScheduledExperiment({ scheduleId: id, firing: `schedule/${id}-2026-01-15T04:00:00Z` });

  const taken = await service.get(workspaceId, id);
  expect(taken).toMatchObject({ isPaused: false, pausedReason: null, creator: { userId: 'another' } });
});

it('has its stored state in Temporal after MongoDB was restored to an earlier one', async () => {
  const id = await storeSchedule();
  states.set(id, { revision: 7, isPaused: true, nextFiringsAt: [] });

  await compare();

  expect(states.get(id)).toEqual({ revision: 8, isPaused: false, nextFiringsAt: [] });
  await service.pause(workspaceId, id);
  expect(states.get(id)).toMatchObject({ isPaused: true });
});

it('is counted as without a next firing ten minutes after it had the last one', async () => {
  const countedAt = (ms: number) => countWithoutNextFiring(new Date(ms - 10 * MINUTE_MS));
  const now = Date.now();
  const before = await countedAt(now);
  const id = await storeSchedule(new Date(now));
  states.set(id, { revision: 1, isPaused: false, nextFiringsAt: [new Date(now + 60 * MINUTE_MS)] });
  await compare();

  states.set(id, { revision: 1, isPaused: false, nextFiringsAt: [] });
  await compare();
  await compare();

  expect(await countedAt(now)).toBe(before);
  expect(await countedAt(now + 11 * MINUTE_MS)).toBeGreaterThan(before);
});
