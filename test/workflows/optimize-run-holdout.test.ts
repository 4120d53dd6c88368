import { randomUUID } from 'node:crypto';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import {
  type Activities,
  cancelUpdate,
  claimUpdate,
  completeUpdate,
  heartbeatUpdate,
  proposeUpdate,
} from '../../workflows/contracts';
import type { CompleteMessage } from '../../workflows/optimization-run/messages';
import { eventually } from '../support/eventually';
import { type FollowedRun, runOptimizeWorkflow } from '../support/optimize-run-workflow';

const split = { decidedOn: 'holdout', searchCount: 140, holdoutCount: 60 } as const;
const measured = { costCents: 4, verdict: 'better', error: null } as const;

/** Proposes a candidate, waits for its measurement, and names it. */
async function nameOne({ handle, state }: FollowedRun): Promise<CompleteMessage> {
  await eventually(async () => state().status === 'ready');
  const claim = { claimId: randomUUID(), runnerId: 'runner' };
  const { leaseId } = await handle.executeUpdate(claimUpdate, { args: [claim] });
  const lease = { leaseId, epoch: null };
  const bestCandidateId = await handle.executeUpdate(proposeUpdate, {
    args: [{ ...lease, key: 'a', fingerprint: 'a', candidateId: randomUUID() }],
  });
  await eventually(async () => state().candidates[0]?.isSettled);
  const report = { kind: 'complete', agentTurns: 1, bestCandidateId, summary: '' } as const;
  return { ...lease, report };
}

/** The error type with which an update is rejected. */
async function refusal(message: Promise<unknown>): Promise<unknown> {
  const error = await message.catch((reason: unknown) => reason);
  return error instanceof WorkflowUpdateFailedError ? (error.cause as { type?: unknown }).type : 'accepted';
}

/** Measures everything at once, but the hold-out not before `release`. */
function heldBack(): { activities: Partial<Activities>; release(): void } {
  let isReleased = false;
  return {
    activities: {
      measureRunExperiment: async ({ part }) => (part === 'holdout' && !isReleased ? null : measured),
    },
    release() {
      isReleased = true;
    },
  };
}

describe('optimizeRun with a hold-out', () => {
  it('measures the named candidate once while no runner holds the run, and decides by it', async () => {
    const { activities, release } = heldBack();
    const requests: unknown[] = [];
    await runOptimizeWorkflow(
      { limits: { split } },
      async (run) => {
        const message = await nameOne(run);
        const complete = () => run.handle.executeUpdate(completeUpdate, { args: [message] });
        const pending = await complete();
        await eventually(async () => run.state().holdout?.experimentId != null);
        expect(pending).toMatchObject({ status: 'running', decision: null, bestCandidateId: null });
        expect(await complete()).toEqual(pending);
        expect(run.state()).toMatchObject({ status: 'running', lease: null });
        const beat = { leaseId: message.leaseId, epoch: null, agentTurns: 2 };
        expect(await refusal(run.handle.executeUpdate(heartbeatUpdate, { args: [beat] }))).toBe('lease_lost');
        release();

        expect(await run.handle.result()).toBe('completed');
        expect(run.state()).toMatchObject({
          bestCandidateId: message.report.bestCandidateId,
          decision: { reason: 'better', basis: { decidedOn: 'holdout' } },
          // Baseline, candidate and hold-out.
          costCents: 12,
        });
      },
      {
        ...activities,
        storeRunExperiment: async (request) => {
          requests.push(request.part);
          const { experimentId, maxCostCents } = request;
          return {
            input: {
              experimentId,
              maxCostCents,
              concurrency: 1,
              pageSize: 10,
              progress: null,
              executionNumber: 0,
            },
            description: { staticSummary: 'An experiment', memo: {}, typedSearchAttributes: [] },
          };
        },
      },
    );

    expect(requests).toEqual([undefined, undefined, 'holdout']);
  });

  it('is cancelled meanwhile, and counts what the hold-out cost until then', async () => {
    const { activities, release } = heldBack();
    const state = await runOptimizeWorkflow(
      { limits: { split } },
      async (run) => {
        await run.handle.executeUpdate(completeUpdate, { args: [await nameOne(run)] });
        await eventually(async () => run.state().holdout?.experimentId != null);
        await run.handle.executeUpdate(cancelUpdate, { args: [null] });
        release();
        expect(await run.handle.result()).toBe('cancelled');
        return run.state();
      },
      activities,
    );

    expect(state).toMatchObject({ decision: null, costCents: 12, attempts: [{ outcome: 'completed' }] });
  });

  it.each([
    ['is not paid', { maxCostCents: 8 }, measured, 'holdout_cost_limit'],
    [
      'fails',
      {},
      { costCents: 1, verdict: null, error: { code: 'experiment_failed', message: 'It failed' } },
      'holdout_failed',
    ],
  ])('has a decision that says when the hold-out %s', async (_name, limits, outcome, reason) => {
    const state = await runOptimizeWorkflow(
      // Nothing is reserved for a hold-out without conversations.
      { limits: { split: { ...split, holdoutCount: 0 }, ...limits } },
      async (run) => {
        await run.handle.executeUpdate(completeUpdate, { args: [await nameOne(run)] });
        expect(await run.handle.result()).toBe('completed');
        return run.state();
      },
      { measureRunExperiment: async ({ part }) => (part === 'holdout' ? outcome : measured) },
    );

    expect(state).toMatchObject({ bestCandidateId: null, decision: { isAccepted: false, reason } });
  });
});

describe('optimizeRun without a hold-out', () => {
  it('decides in the response', async () => {
    const { completion, state } = await runOptimizeWorkflow(
      {},
      async (run) => {
        const named = await nameOne(run);
        return {
          completion: await run.handle.executeUpdate(completeUpdate, { args: [named] }),
          state: run.state(),
        };
      },
      { measureRunExperiment: async () => ({ ...measured, pValue: 0.01, gain: 1 }) },
    );

    expect(completion).toMatchObject({ status: 'completed', decision: { isAccepted: true } });
    expect(state.holdout).toBeUndefined();
  });
});
