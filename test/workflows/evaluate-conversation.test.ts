import { ApplicationFailure, cancelled, heartbeat } from '@temporalio/activity';
import { repliesStoredSignal } from '../../workflows/contracts';
import { FakeConversation, none, runEvaluateConversation } from '../support/evaluate-conversation-workflow';
import { eventually } from '../support/eventually';

const failing = (retry: 'never' | 'transient' | 'wait', retryAfterMs: number | null = null) => ({
  lastPosition: null,
  failures: [{ messageId: 'one', code: 'provider_unavailable', retry, retryAfterMs }],
});

describe('evaluateConversation', () => {
  it('evaluates batch after batch, then clears the request', async () => {
    const conversation = new FakeConversation(async ({ afterPosition }) => ({
      lastPosition: afterPosition < 20 ? afterPosition + 11 : null,
      failures: [],
    }));

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect(conversation.batches.map(({ afterPosition }) => afterPosition)).toEqual([-1, 10, 21]);
    expect(conversation.cleared).toEqual(['request-1']);
  });

  it('evaluates nothing when nothing is due', async () => {
    const conversation = new FakeConversation();
    conversation.requestId = null;

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect(conversation.batches).toEqual([]);
  });

  it('debounces new replies', async () => {
    const conversation = new FakeConversation();

    await runEvaluateConversation(conversation, { settleMs: 400, maxSettleMs: 60_000 }, async (handle) => {
      const end = Date.now() + 1500;
      while (Date.now() < end) {
        await handle.signal(repliesStoredSignal);
        expect(conversation.batches).toEqual([]);
      }
      await handle.result();
    });

    expect(conversation.batches).toHaveLength(1);
  });

  it('waits no longer than its limit while replies keep arriving', async () => {
    const conversation = new FakeConversation();

    await runEvaluateConversation(conversation, { settleMs: 30_000, maxSettleMs: 300 }, async (handle) => {
      await eventually(async () => {
        if (conversation.batches.length === 0) await handle.signal(repliesStoredSignal);
        return conversation.batches.length > 0;
      }, 5000);
    });

    expect(conversation.batches[0]).toMatchObject({ afterPosition: -1, limit: 10 });
  });

  it('continues with a request that arrived while it evaluated', async () => {
    const conversation: FakeConversation = new FakeConversation(async () => {
      if (conversation.batches.length === 1) conversation.requestId = 'request-2';
      return none;
    });

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect(conversation.cleared).toEqual(['request-1', 'request-2']);
    expect(conversation.batches).toHaveLength(2);
  });

  it('retries failed replies after the delay of the provider', async () => {
    const startedAt: number[] = [];
    const conversation: FakeConversation = new FakeConversation(async () => {
      startedAt.push(Date.now());
      return startedAt.length === 1 ? failing('wait', 1200) : none;
    });

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect((startedAt[1] ?? 0) - (startedAt[0] ?? 0)).toBeGreaterThanOrEqual(1200);
    expect(conversation.cleared).toEqual(['request-1']);
  });

  it('evaluates the other batches if a reply fails', async () => {
    const conversation: FakeConversation = new FakeConversation(async ({ afterPosition }) =>
      afterPosition === -1 ? { ...failing('never'), lastPosition: 4 } : none,
    );

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect(conversation.batches.map(({ afterPosition }) => afterPosition)).toEqual([-1, 4]);
  });

  it('stops retrying a provider that fails repeatedly, and clears the request', async () => {
    const conversation = new FakeConversation(async () => failing('transient'));

    await runEvaluateConversation(conversation, { settleMs: 1, retryMs: 1 }, (handle) => handle.result());

    expect(conversation.batches).toHaveLength(12);
    expect(conversation.cleared).toEqual(['request-1']);
  });

  it('clears a request for which nothing can be evaluated', async () => {
    const conversation = new FakeConversation(async () => {
      throw ApplicationFailure.nonRetryable('No such evaluator', 'value_error');
    });

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect(conversation.batches).toHaveLength(1);
    expect(conversation.cleared).toEqual(['request-1']);
  });

  it('retries an activity that fails with an internal error', async () => {
    const conversation: FakeConversation = new FakeConversation(async () => {
      if (conversation.batches.length === 1) throw new Error('the database restarts');
      return none;
    });

    await runEvaluateConversation(conversation, {}, (handle) => handle.result());

    expect(conversation.batches).toHaveLength(2);
    expect(conversation.cleared).toEqual(['request-1']);
  });

  it('stops the activity in flight when it is cancelled, and clears the request', async () => {
    const conversation = new FakeConversation(async () => {
      const beat = setInterval(heartbeat, 50);
      return cancelled().finally(() => clearInterval(beat));
    });

    const status = await runEvaluateConversation(conversation, {}, async (handle) => {
      await eventually(async () => conversation.batches.length === 1);
      await handle.cancel();
      await handle.result().catch(() => undefined);
      return (await handle.describe()).status.name;
    });

    expect(status).toBe('CANCELLED');
    expect(conversation.requestId).toBeNull();
  });
});
