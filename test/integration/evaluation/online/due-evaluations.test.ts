import { randomUUID } from 'node:crypto';
import { createDueEvaluations } from '../../../../src/evaluation/online/due-evaluations';
import { createOnlineEvaluationReconciler } from '../../../../src/evaluation/online/online-evaluation.reconciler';
import { createOnlineEvaluationService } from '../../../../src/evaluation/online/online-evaluation.service';
import { AppError } from '../../../../src/platform/errors/app-error';
import { createLogger } from '../../../../src/platform/logging';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { useDatabase } from '../../../support/database';

useDatabase();

const logger = createLogger('silent');
const workspaceId = randomUUID();

/** The service of a workspace; `isDown`: Temporal is down. */
function makeService(settings = { isEnabled: true, sampleRate: 1 }) {
  const asked: string[] = [];
  const temporal = { isDown: false };
  const call = async (_workspaceId: string, conversationId: string) => {
    if (temporal.isDown) throw new AppError('temporal_unavailable', 'Temporal cannot be reached');
    asked.push(conversationId);
  };
  const workflows = { request: call, ensureRunning: call };
  const service = createOnlineEvaluationService({ workflows, settingsOf: async () => settings, logger });
  const reconcile = (graceMs: number) =>
    createOnlineEvaluationReconciler({ workflows, logger }, graceMs)(new AbortController().signal);
  return { ...service, asked, temporal, reconcile };
}

const dueEvaluations = createDueEvaluations();
const find = (conversationId: string) => dueEvaluations.findDueEvaluation({ conversationId });

describe('markDue', () => {
  it('is rolled back with its transaction', async () => {
    const { markDue } = makeService();
    const id = randomUUID();

    const transaction = inTransaction(async (session) => {
      expect(await markDue(workspaceId, [id], session)).toEqual([id]);
      throw new Error('the replies could not be stored');
    });

    await expect(transaction).rejects.toThrow('could not be stored');
    expect(await find(id)).toBeNull();
  });

  it('marks nothing in a workspace without online evaluation', async () => {
    const { markDue } = makeService({ isEnabled: false, sampleRate: 1 });
    const id = randomUUID();

    expect(await markDue(workspaceId, [id])).toEqual([]);
    expect(await find(id)).toBeNull();
  });

  it('accepts any number of conversations, also none, each once', async () => {
    const { markDue } = makeService();
    const id = randomUUID();

    expect(await markDue(workspaceId, [])).toEqual([]);
    expect(await markDue(workspaceId, [id, id])).toEqual([id]);
  });
});

describe('clearing a request', () => {
  it('preserves a newer one, and reports it', async () => {
    const { markDue } = makeService();
    const conversationId = randomUUID();
    await markDue(workspaceId, [conversationId]);
    const requestId = (await find(conversationId)) ?? '';
    await markDue(workspaceId, [conversationId]);
    const newer = (await find(conversationId)) ?? '';

    expect(await dueEvaluations.clearDueEvaluation({ conversationId, requestId })).toBe(true);
    expect(await find(conversationId)).toBe(newer);
    expect(await dueEvaluations.clearDueEvaluation({ conversationId, requestId: newer })).toBe(false);
    expect(await find(conversationId)).toBeNull();
  });
});

describe('without Temporal', () => {
  it('a request does not fail, and the reconciler starts it once Temporal is back', async () => {
    const { markDue, start, asked, temporal, reconcile } = makeService();
    const ids: string[] = [randomUUID(), randomUUID()];
    temporal.isDown = true;

    await start(workspaceId, await markDue(workspaceId, ids));
    await expect(reconcile(0)).rejects.toMatchObject({ code: 'temporal_unavailable' });
    temporal.isDown = false;
    await reconcile(0);

    expect(asked.filter((id) => ids.includes(id)).sort()).toEqual(ids.sort());
  });

  it('the reconciler checks started workflows again only later, but new requests immediately', async () => {
    const { markDue, asked, reconcile } = makeService();
    const id = randomUUID();
    await markDue(workspaceId, [id]);
    const starts = () => asked.filter((one) => one === id).length;

    await reconcile(0);
    await reconcile(0);
    expect(starts()).toBe(1);

    await markDue(workspaceId, [id]);
    await reconcile(60_000);
    expect(starts()).toBe(1);
    await reconcile(0);
    expect(starts()).toBe(2);
  });
});
