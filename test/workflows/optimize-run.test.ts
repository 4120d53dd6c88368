import { randomUUID } from 'node:crypto';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import {
  claimUpdate,
  completeUpdate,
  failUpdate,
  heartbeatUpdate,
  proposeUpdate,
} from '../../workflows/contracts';
import type { Lease, RunState } from '../../workflows/optimization-run/run-state';
import { eventually } from '../support/eventually';
import { type FollowedRun, runOptimizeWorkflow } from '../support/optimize-run-workflow';

const failed = { kind: 'fail', agentTurns: 1, error: { code: 'x', message: 'No' } } as const;
const nothing = { kind: 'complete', agentTurns: 1, bestCandidateId: null, summary: '' } as const;

function proposal(lease: Lease, key = 'a') {
  return { leaseId: lease.leaseId, epoch: null, key, fingerprint: key, candidateId: randomUUID() };
}

async function claimReady({ handle, state }: FollowedRun): Promise<Lease> {
  await eventually(async () => state().status === 'ready');
  return handle.executeUpdate(claimUpdate, { args: [{ claimId: randomUUID(), runnerId: 'runner' }] });
}

/** The error type with which an update is rejected. */
async function refusal(message: Promise<unknown>): Promise<unknown> {
  const error = await message.catch((reason: unknown) => reason);
  return error instanceof WorkflowUpdateFailedError ? (error.cause as { type?: unknown }).type : 'accepted';
}

describe('optimizeRun', () => {
  it('gives the lease to one of many claims, and to a repeated one again', async () => {
    const { leases, repeated, lease } = await runOptimizeWorkflow({}, async (run) => {
      await eventually(async () => run.state().status === 'ready');
      const claims = Array.from({ length: 10 }, () => ({ claimId: randomUUID(), runnerId: 'runner' }));
      const settled = await Promise.allSettled(
        claims.map((claim) => run.handle.executeUpdate(claimUpdate, { args: [claim] })),
      );
      const won = settled.findIndex(({ status }) => status === 'fulfilled');
      return {
        leases: settled.filter(({ status }) => status === 'fulfilled').length,
        lease: (settled[won] as PromiseFulfilledResult<Lease>).value,
        repeated: await run.handle.executeUpdate(claimUpdate, { args: [claims[won] as never] }),
      };
    });

    expect(leases).toBe(1);
    expect(repeated).toEqual(lease);
  });

  it('ends the attempt when its lease expires, and the run with the last attempt', async () => {
    const states = await runOptimizeWorkflow({ limits: { leaseMs: 300, maxAttempts: 2 } }, async (run) => {
      const first = await claimReady(run);
      const second = await claimReady(run);
      const late = await refusal(
        run.handle.executeUpdate(failUpdate, {
          args: [{ leaseId: first.leaseId, epoch: null, report: failed }],
        }),
      );
      expect(['lease_lost', 'run_finished']).toContain(late);
      expect([first.epoch, second.epoch]).toEqual([1, 2]);
      expect(await run.handle.result()).toBe('failed');
      return run.state();
    });

    expect(states).toMatchObject({
      status: 'failed',
      error: { code: 'lease_expired' },
      attempts: [{ outcome: 'lease_expired' }, { outcome: 'lease_expired' }],
    });
  });

  it('responds to a heartbeat before it is copied, and copies it soon without other updates', async () => {
    const copies: RunState[] = [];
    const { beforeResponse, expiresAt } = await runOptimizeWorkflow(
      { limits: { leaseMs: 4000 } },
      async ({ handle }) => {
        await eventually(async () => copies.at(-1)?.status === 'ready');
        const claim = { claimId: randomUUID(), runnerId: 'runner' };
        const { leaseId } = await handle.executeUpdate(claimUpdate, { args: [claim] });
        const beat = { leaseId, epoch: null, agentTurns: 7 };
        const response = await handle.executeUpdate(heartbeatUpdate, { args: [beat] });
        const turns = copies.at(-1)?.attempts[0]?.agentTurns;
        await eventually(async () => copies.at(-1)?.attempts[0]?.agentTurns === 7, 3000);
        return { beforeResponse: turns, expiresAt: response.expiresAt };
      },
      {
        saveOptimizationRun: async ({ state }) => {
          copies.push(state);
          return true;
        },
      },
    );

    expect(beforeResponse).toBe(0);
    expect(copies.at(-1)?.lease?.expiresAt).toBe(expiresAt);
  });

  it('rejects updates of a lost lease in the validator', async () => {
    const { types, eventTypes } = await runOptimizeWorkflow({}, async (run) => {
      const lease = await claimReady(run);
      const message = { leaseId: lease.leaseId, epoch: null };
      await run.handle.executeUpdate(failUpdate, { args: [{ ...message, report: failed }] });
      await eventually(async () => run.state().status === 'ready');
      const before = (await run.handle.fetchHistory()).events ?? [];
      const refused = [
        await refusal(run.handle.executeUpdate(heartbeatUpdate, { args: [{ ...message, agentTurns: 1 }] })),
        await refusal(run.handle.executeUpdate(proposeUpdate, { args: [proposal(lease)] })),
        await refusal(run.handle.executeUpdate(completeUpdate, { args: [{ ...message, report: nothing }] })),
      ];
      const after = (await run.handle.fetchHistory()).events ?? [];
      const added = after.slice(before.length);
      return {
        types: refused,
        eventTypes: added.filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes != null),
      };
    });

    expect(types).toEqual(['lease_lost', 'lease_lost', 'lease_lost']);
    expect(eventTypes).toEqual([]);
  });

  it('measures candidates one at a time within the budget, and accepts none after it is spent', async () => {
    const budgets: (number | null)[] = [];
    const { state, refused } = await runOptimizeWorkflow(
      { limits: { maxCostCents: 10 } },
      async (run) => {
        const lease = await claimReady(run);
        await Promise.all(
          ['a', 'b', 'c'].map((key) =>
            run.handle.executeUpdate(proposeUpdate, { args: [proposal(lease, key)] }),
          ),
        );
        await eventually(async () => run.state().candidates.every(({ isSettled }) => isSettled));
        return {
          state: run.state(),
          refused: await refusal(run.handle.executeUpdate(proposeUpdate, { args: [proposal(lease, 'd')] })),
        };
      },
      {
        storeRunExperiment: async ({ experimentId, maxCostCents }) => {
          budgets.push(maxCostCents);
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
        measureRunExperiment: async () => ({ costCents: 4, verdict: 'not_better', error: null }),
      },
    );

    expect(budgets).toEqual([10, 6, 2]);
    expect(state).toMatchObject({
      costCents: 12,
      candidates: [
        { status: 'measured', verdict: 'not_better' },
        { status: 'measured' },
        { status: 'failed', error: { code: 'max_cost_reached' } },
      ],
    });
    expect(refused).toBe('cost_limit_reached');
  });

  it('cancels the experiment of a candidate whose lease is lost, and counts its cost', async () => {
    let isMeasurable = true;
    const state = await runOptimizeWorkflow(
      { limits: { maxAttempts: 1 } },
      async (run) => {
        const lease = await claimReady(run);
        isMeasurable = false;
        await run.handle.executeUpdate(proposeUpdate, { args: [proposal(lease)] });
        await eventually(async () => run.state().candidates[0]?.status === 'measuring');
        const experimentId = run.state().candidates[0]?.experimentId;
        await run.handle.executeUpdate(failUpdate, {
          args: [{ leaseId: lease.leaseId, epoch: null, report: failed }],
        });
        const experiment = run.client.workflow.getHandle(`experiment/${experimentId}`);
        await eventually(async () => (await experiment.describe()).status.name === 'CANCELLED');
        isMeasurable = true;
        await run.handle.result();
        return run.state();
      },
      {
        // Each experiment has endless items, so that only its cancellation ends it.
        listOpenItems: async ({ afterPosition }) =>
          isMeasurable ? [] : [{ itemId: `item-${afterPosition + 1}`, position: afterPosition + 1 }],
        evaluateItem: async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          return { costCents: 0 };
        },
        measureRunExperiment: async () =>
          isMeasurable ? { costCents: 3, verdict: null, error: null } : null,
      },
    );

    expect(state).toMatchObject({ status: 'failed', candidates: [{ status: 'cancelled', isSettled: true }] });
    expect(state.costCents).toBe(6);
  });

  it('preserves its lease when it continues as new', async () => {
    const { runs, epoch } = await runOptimizeWorkflow({}, async (run) => {
      const lease = await claimReady(run);
      const first = (await run.handle.describe()).runId;
      const message = { leaseId: lease.leaseId, epoch: lease.epoch, agentTurns: 1 };
      let current = first;
      while (current === first) {
        await Promise.all(
          // The server accepts at most 10 in flight.
          Array.from({ length: 8 }, () =>
            run.handle.executeUpdate(heartbeatUpdate, { args: [message] }).catch((error: unknown) => {
              // An update during continue-as-new must be retried, like the service does.
              if (error instanceof WorkflowUpdateFailedError) throw error;
            }),
          ),
        );
        current = (await run.handle.describe()).runId;
      }
      await run.handle.executeUpdate(completeUpdate, { args: [{ ...message, report: nothing }] });
      await run.handle.result();
      return { runs: [first, current], epoch: run.state().attempts.at(-1)?.epoch };
    });

    expect(new Set(runs).size).toBe(2);
    expect(epoch).toBe(1);
  });

  it('ends as cancelled when its workflow is cancelled', async () => {
    const state = await runOptimizeWorkflow({}, async (run) => {
      await claimReady(run);
      await run.handle.cancel();
      await run.handle.result();
      return run.state();
    });

    expect(state).toMatchObject({ status: 'cancelled', attempts: [{ outcome: 'cancelled' }] });
  });
});
