import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { createItemExecutor } from '../../../src/experiments/execution/item-executor';
import type { ExperimentPlan } from '../../../src/experiments/execution/item-try';
import { sumItemCostsUnscoped } from '../../../src/experiments/store/call-cost.unscoped.repository';
import { type Experiment, emptySide } from '../../../src/experiments/store/experiment';
import { ExperimentItemModel } from '../../../src/experiments/store/experiment.model';
import { AppError, type ErrorCode } from '../../../src/platform/errors/app-error';
import type { ChatModel } from '../../../src/providers/chat-model';
import { useDatabase } from '../../support/database';
import { messageAt, newConversation } from '../../support/stored-conversations';

useDatabase();

const conversations = createConversationService({ retentionOf: async () => null });

/** Tries an item, whose model fails each time, `tries` times; returns the last error, the stored item and its cost. */
async function fail(
  tries: number,
  code: ErrorCode,
  { maxCostCents = null, callCents = 0 }: { maxCostCents?: number | null; callCents?: number } = {},
) {
  const { conversation } = await conversations.createConversation(
    newConversation([messageAt('2026-03-01T10:00:00Z')]),
  );
  const { workspaceId, id: conversationId } = conversation;
  const [experimentId, itemId] = [randomUUID(), randomUUID()];
  await ExperimentItemModel.insertMany([
    {
      _id: itemId,
      workspaceId,
      experimentId,
      position: 0,
      conversationId,
      status: 'pending',
      attempts: 0,
      transientFailures: 0,
      reply: emptySide,
      evaluationsExpected: 1,
      evaluationsReceived: 0,
      createdAt: new Date(),
    },
  ]);
  const model: ChatModel = {
    provider: 'p',
    model: 'm',
    price: null,
    async generate(_request, { account }) {
      if (callCents > 0) await account?.begin(callCents);
      throw new AppError(code, 'Out of order');
    },
  };
  const experiment = {
    id: experimentId,
    workspaceId,
    maxCostCents,
    systemPromptOverride: null,
    outputSchema: null,
  };
  const plan = { experiment: experiment as Experiment, model } as ExperimentPlan;
  const { evaluateItem } = createItemExecutor({ conversations, planOf: async () => plan });
  const { signal } = new AbortController();
  let error: unknown = null;
  let count = 0;
  while (count < tries && !(error instanceof AppError && error.isFinal)) {
    count += 1;
    error = await evaluateItem({ experimentId, itemId, executionNumber: 0 }, { signal, tries: count }).catch(
      (thrown: unknown) => thrown,
    );
  }
  const item = await ExperimentItemModel.findById(itemId).lean();
  return { error: error as AppError, item, count, costCents: await sumItemCostsUnscoped(itemId, 0) };
}

it.each<ErrorCode>(['provider_unavailable', 'provider_timeout', 'provider_rate_limited'])(
  'waits out %s however often it takes, at growing intervals',
  async (code) => {
    const { error, item, count } = await fail(30, code);

    expect(count).toBe(30);
    expect(error).toMatchObject({ code, isFinal: false });
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(60_000);
    expect(item).toMatchObject({
      status: 'queued',
      queuedReason: { code, message: 'Out of order' },
      attempts: 30,
      transientFailures: 0,
    });
  },
);

it('gives up after eight answers that cannot be used', async () => {
  const { error, count } = await fail(30, 'provider_reply_unreadable');

  expect(count).toBe(8);
  expect(error).toMatchObject({ code: 'provider_reply_unreadable', isFinal: true });
});

it('stops waiting when the calls have cost what the experiment may cost', async () => {
  const { error, count, costCents } = await fail(30, 'provider_timeout', { maxCostCents: 10, callCents: 3 });

  expect(count).toBe(4);
  expect(error).toMatchObject({ code: 'provider_timeout', isFinal: true });
  expect(costCents).toBe(12);
});
