import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { backfillSteps } from '../../../../src/evaluation/backfill/backfill-steps';
import type { DueEvaluation } from '../../../../src/evaluation/online/due-evaluation.model';
import { createEvaluateDue } from '../../../../src/evaluation/online/evaluate-due';
import type { EvaluationFailure } from '../../../../src/evaluation/online/evaluation-attempts';
import { createOnlineEvaluationReconciler } from '../../../../src/evaluation/online/online-evaluation.reconciler';
import { createOnlineEvaluationService } from '../../../../src/evaluation/online/online-evaluation.service';
import type { EvaluatedReplies, ReplyBatch } from '../../../../src/evaluation/online/reply-evaluation';
import { createSlotWaker } from '../../../../src/evaluation/online/wake-slot';
import { AppError } from '../../../../src/platform/errors/app-error';
import { createLogger } from '../../../../src/platform/logging';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { useDatabase } from '../../../support/database';
import { eventually } from '../../../support/eventually';

useDatabase();

const logger = createLogger('silent');
const none: EvaluatedReplies = { lastPosition: null, failures: [] };
const failing = (
  retry: EvaluationFailure['retry'],
  retryAfterMs: number | null = null,
): EvaluatedReplies => ({ ...none, failures: [{ code: 'provider_unavailable', retry, retryAfterMs }] });

/** A workspace with online evaluation. `isDown`: Temporal is down; `settleMs`: the debounce. */
function makeCase({ settleMs = 0, isEnabled = true } = {}) {
  const workspaceId = randomUUID();
  const temporal = { isDown: false };
  const woken: number[] = [];
  const workflows = {
    wake: async ({ slot, workspaceId: of }: { workspaceId: string; slot: number }) => {
      if (temporal.isDown) throw new AppError('temporal_unavailable', 'Temporal cannot be reached');
      if (of === workspaceId) woken.push(slot);
    },
  };
  const service = createOnlineEvaluationService({
    workflows,
    settingsOf: async () => ({ isEnabled, sampleRate: 1 }),
    debounce: { settleMs, maxSettleMs: 60_000 },
    logger,
  });
  const batches: ReplyBatch[] = [];
  /** Runs a slot once; `evaluate` returns the result of each conversation. */
  const drain = (
    evaluate: (batch: ReplyBatch) => EvaluatedReplies | Promise<EvaluatedReplies> = () => none,
    slot = 0,
  ) =>
    createEvaluateDue({
      replyEvaluation: {
        evaluateReplies: async (batch) => {
          batches.push(batch);
          return evaluate(batch);
        },
      },
      backfills: backfillSteps,
      wakeSlot: createSlotWaker(workflows),
    })(
      { workspaceId, slot, retryMs: 1000 },
      { signal: new AbortController().signal, onFailure: () => undefined },
    );
  return {
    ...service,
    workspaceId,
    temporal,
    woken,
    batches,
    drain,
    due: (ids: string[], session?: Parameters<typeof service.markDue>[2]) =>
      service.markDue(workspaceId, ids, session),
    request: async (...ids: string[]) => service.start(workspaceId, await service.markDue(workspaceId, ids)),
    reconcile: (graceMs: number) =>
      createOnlineEvaluationReconciler({ workflows, logger }, graceMs)(new AbortController().signal),
  };
}

const find = (_id: string) =>
  mongoose.connection.collection<DueEvaluation>('due_evaluations').findOne({ _id });
const overdue = (_id: string, fields = {}) =>
  mongoose.connection
    .collection<DueEvaluation>('due_evaluations')
    .updateOne({ _id }, { $set: { dueAt: new Date(Date.now() - 60_000), ...fields } });

describe('markDue', () => {
  it('is rolled back with its transaction', async () => {
    const { due } = makeCase();
    const id = randomUUID();

    const transaction = inTransaction(async (session) => {
      expect(await due([id], session)).toEqual([id]);
      throw new Error('the replies could not be stored');
    });

    await expect(transaction).rejects.toThrow('could not be stored');
    expect(await find(id)).toBeNull();
  });

  it('marks nothing in a workspace without online evaluation', async () => {
    const { due } = makeCase({ isEnabled: false });
    const id = randomUUID();

    expect(await due([id])).toEqual([]);
    expect(await find(id)).toBeNull();
  });

  it('accepts any number of conversations, also none, each once', async () => {
    const { due } = makeCase();
    const id = randomUUID();

    expect(await due([])).toEqual([]);
    expect(await due([id, id])).toEqual([id]);
  });

  it('debounces, for a minute at most', async () => {
    const { due } = makeCase({ settleMs: 5000 });
    const id = randomUUID();
    await due([id]);
    const first = await find(id);
    await due([id]);
    const second = await find(id);
    await overdue(id, { requestedAt: new Date(Date.now() - 60_000) });
    await due([id]);

    const waits = [first, second, await find(id)].map(
      (record) => Number(record?.dueAt) - Number(record?.requestedAt),
    );
    expect(second?.requestedAt).toEqual(first?.requestedAt);
    expect(waits).toEqual([5000, expect.any(Number), 60_000]);
    expect(waits[1]).toBeGreaterThan(5000);
  });
});

describe('a flood of requests', () => {
  it('wakes a slot once until it has looked', async () => {
    const { request, woken, drain } = makeCase();

    await Promise.all(Array.from({ length: 10 }, () => request(randomUUID())));
    await request(randomUUID());
    const ofFlood = woken.length;
    await drain();
    await request(randomUUID());

    expect([ofFlood, woken.length]).toEqual([1, 2]);
  });
});

describe('a slot whose signal was lost', () => {
  it('is woken by the next request once its time has passed', async () => {
    const { request, workspaceId, temporal, woken } = makeCase();
    temporal.isDown = true;
    await request(randomUUID()).catch(() => undefined);
    temporal.isDown = false;
    await request(randomUUID());
    const wokenBefore = [...woken];

    await mongoose.connection
      .collection('evaluation_slots')
      .updateOne({ workspaceId }, { $set: { looksAt: new Date(Date.now() - 60_000) } });
    await request(randomUUID());

    expect([wokenBefore, woken]).toEqual([[], [0]]);
  });
});

describe('evaluating what is due', () => {
  it('evaluates each conversation once, and returns null when nothing is left', async () => {
    const { request, drain, batches } = makeCase();
    const ids = Array.from({ length: 30 }, () => randomUUID());
    await request(...ids);

    expect(await drain()).toEqual({ nextInMs: null });
    expect(await drain()).toEqual({ nextInMs: null });

    expect(batches.map(({ conversationId }) => conversationId).sort()).toEqual(ids.sort());
  });

  it('shares a backlog among slots', async () => {
    const { request, drain, batches } = makeCase();
    await request(...Array.from({ length: 150 }, () => randomUUID()));

    await Promise.all([drain(), drain(undefined, 1), drain(undefined, 2)]);

    expect(batches).toHaveLength(150);
  });

  it('gets help once it has evaluated for five seconds and more is due', async () => {
    const { request, drain, woken } = makeCase();
    await request(...Array.from({ length: 20 }, () => randomUUID()));
    const wokenBefore = woken.length;

    const now = performance.now.bind(performance);
    await drain(() => {
      jest.spyOn(performance, 'now').mockImplementation(() => now() + 5100);
      return none;
    }).finally(() => jest.restoreAllMocks());

    expect(woken.slice(wokenBefore)).toEqual([1]);
  });

  it('evaluates what becomes due while one conversation takes long', async () => {
    const { request, drain, batches } = makeCase();
    const [long, other] = [randomUUID(), randomUUID()];
    await request(long);
    let finishLong = () => {};
    const otherDone = new Promise<void>((resolve) => {
      finishLong = resolve;
    });

    const drained = drain(async ({ conversationId }) => {
      if (conversationId === long) await otherDone;
      else finishLong();
      return none;
    });
    await eventually(async () => batches.length === 1);
    await request(other);
    await drained;

    expect(batches.map(({ conversationId }) => conversationId)).toEqual([long, other]);
  });

  it('returns when the next is due', async () => {
    const { request, drain, batches } = makeCase({ settleMs: 5000 });
    await request(randomUUID());

    const { nextInMs } = await drain();

    expect(nextInMs).toBeGreaterThan(3000);
    expect(nextInMs).toBeLessThanOrEqual(5000);
    expect(await drain(undefined, 1)).toEqual({ nextInMs: null });
    expect(batches).toEqual([]);
  });

  it('evaluates again what is requested meanwhile', async () => {
    const { request, drain, batches } = makeCase();
    const id = randomUUID();
    await request(id);

    await drain(async () => {
      if (batches.length === 1) await request(id);
      return none;
    });

    expect(batches).toHaveLength(2);
    expect(await find(id)).toBeNull();
  });

  it('continues a long conversation where it has stopped, with the failures before', async () => {
    const { request, drain, batches } = makeCase();
    const id = randomUUID();
    await request(id);

    const { nextInMs } = await drain(({ afterPosition }) =>
      afterPosition === -1 ? { ...failing('wait', 9000), lastPosition: 41 } : none,
    );

    expect(batches.map(({ afterPosition }) => afterPosition)).toEqual([-1, 41]);
    expect(nextInMs).toBeGreaterThan(7000);
    expect(nextInMs).toBeLessThanOrEqual(9000);
  });

  it('waits for a provider, also for what is requested meanwhile, and evaluates other conversations', async () => {
    const { request, drain, batches } = makeCase();
    const [limited, other] = [randomUUID(), randomUUID()];
    await request(limited, other);

    await drain(({ conversationId }) => (conversationId === limited ? failing('wait', 9000) : none));
    await request(limited);
    await drain();

    expect(batches).toHaveLength(2);
    expect(await find(other)).toBeNull();
    await overdue(limited);
    await drain();
    expect(await find(limited)).toBeNull();
  });

  it('stops retrying a provider that fails repeatedly', async () => {
    const { request, drain, batches } = makeCase();
    const id = randomUUID();
    await request(id);

    while ((await find(id)) !== null) {
      await overdue(id);
      await drain(() => failing('transient'));
    }

    expect(batches).toHaveLength(12);
  });

  it('abandons what can never be evaluated, and retries what failed unexpectedly', async () => {
    const { request, drain } = makeCase();
    const [refused, broken] = [randomUUID(), randomUUID()];
    await request(refused, broken);

    await drain(async ({ conversationId }) => {
      throw conversationId === refused
        ? new AppError('value_error', 'No such evaluator')
        : new Error('a bug');
    });

    expect(await find(refused)).toBeNull();
    expect(await find(broken)).toMatchObject({ slot: null, attempts: { failedRounds: 1 } });
  });

  it('continues after a crash with what the slot had', async () => {
    const { request, drain, batches } = makeCase();
    const id = randomUUID();
    await request(id);
    await overdue(id, { slot: 1 });

    await drain();
    expect(batches).toEqual([]);
    await drain(undefined, 1);
    expect(batches).toHaveLength(1);
  });
});

describe('without Temporal', () => {
  it('a request does not fail, and the reconciler starts it once Temporal is back', async () => {
    const { request, woken, temporal, reconcile } = makeCase();
    const id = randomUUID();
    temporal.isDown = true;

    await request(id);
    await overdue(id);
    await reconcile(5000).catch(() => undefined);
    expect(woken).toEqual([]);
    temporal.isDown = false;
    await mongoose.connection
      .collection('evaluation_slots')
      .updateMany({}, { $set: { looksAt: new Date(0) } });
    await reconcile(5000);

    expect(woken).toEqual([0]);
  });

  it('the reconciler wakes each slot that has something overdue, and again only later', async () => {
    const { due, woken, reconcile } = makeCase();
    const [unclaimed, lost] = [randomUUID(), randomUUID()];
    await due([unclaimed, lost]);
    await overdue(unclaimed);
    await overdue(lost, { slot: 2 });

    await reconcile(5000);
    await reconcile(5000);

    expect(woken).toEqual([0, 2]);
  });
});
