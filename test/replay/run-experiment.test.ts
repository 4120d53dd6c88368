import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationFailure, cancelled, heartbeat } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import type { History } from '@temporalio/common/lib/proto-utils';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import type { Activities } from '../../workflows/contracts';
import {
  type ApplyRetentionInput,
  cancelUpdate,
  claimUpdate,
  completeUpdate,
  type DeleteWorkspaceInput,
  type EvaluateDueInput,
  evaluationsDueSignal,
  heartbeatUpdate,
  type NextDue,
  proposeUpdate,
  type RetentionPosition,
  type RunExperimentInput,
  type RunScheduleInput,
  retentionChangedSignal,
  saveSignal,
} from '../../workflows/contracts';
import type { Lease, RunLimits } from '../../workflows/optimization-run/run-state';
import { runDrainEvaluations } from '../support/drain-evaluations-workflow';
import { eventually } from '../support/eventually';
import { type FollowedRun, runOptimizeWorkflow } from '../support/optimize-run-workflow';
import { workflowBundlePath } from '../support/workflow-bundle';
import { fakeActivities, playExperiment, runWorkflow } from '../support/workflow-run';

const folder = join(__dirname, '../fixtures/histories');

type Recording = () => Promise<History>;

const recordExperiment =
  (
    name: string,
    activities: Activities,
    follow: (handle: WorkflowHandle) => Promise<unknown>,
    input: Partial<RunExperimentInput> = {},
  ): Recording =>
  () =>
    playExperiment(activities, { ...input, experimentId: `recorded-${name}` }, async (handle) => {
      await follow(handle);
      return handle.fetchHistory();
    });

const recordRun =
  (name: string, limits: Partial<RunLimits>, follow: (run: FollowedRun) => Promise<unknown>): Recording =>
  () =>
    runOptimizeWorkflow({ runId: `recorded-${name}`, limits }, async (run) => {
      await follow(run);
      await run.handle.result();
      return run.handle.fetchHistory();
    });

/** A run that is decided on its hold-out, or cancelled while that is measured. */
const recordHoldout = (name: string, isCancelled: boolean): Recording => {
  const split = { decidedOn: 'holdout', searchCount: 40, holdoutCount: 20 } as const;
  const measured = { costCents: 1, verdict: 'better', pValue: 0.01, gain: 1, error: null } as const;
  return () => {
    let isMeasurable = false;
    return runOptimizeWorkflow(
      { runId: `recorded-${name}`, limits: { split } },
      async (run) => {
        const { leaseId } = await claimReady(run, 'one');
        const lease = { leaseId, epoch: null };
        const candidateId = '00000000-0000-4000-8000-000000000001';
        await run.handle.executeUpdate(proposeUpdate, {
          args: [{ ...lease, key: 'a', fingerprint: 'a', candidateId }],
        });
        await eventually(async () => run.state().candidates[0]?.isSettled);
        const report = {
          kind: 'complete',
          agentTurns: 2,
          bestCandidateId: candidateId,
          summary: '',
        } as const;
        await run.handle.executeUpdate(completeUpdate, { args: [{ ...lease, report }] });
        await eventually(async () => run.state().holdout?.experimentId != null);
        if (isCancelled) await run.handle.executeUpdate(cancelUpdate, { args: [null] });
        isMeasurable = true;
        await run.handle.result();
        return run.handle.fetchHistory();
      },
      {
        measureRunExperiment: async ({ part }) => (part === 'holdout' && !isMeasurable ? null : measured),
      },
    );
  };
};

async function claimReady({ handle, state }: FollowedRun, claimId: string): Promise<Lease> {
  await eventually(async () => state().status === 'ready');
  return handle.executeUpdate(claimUpdate, { args: [{ claimId, runnerId: 'recorded' }] });
}

const recordDrain =
  (
    name: string,
    evaluateDue: (input: EvaluateDueInput) => Promise<NextDue>,
    follow: (handle: WorkflowHandle) => Promise<unknown>,
  ): Recording =>
  () =>
    runDrainEvaluations(evaluateDue, { workspaceId: `recorded-${name}` }, async (handle) => {
      await follow(handle);
      return handle.fetchHistory();
    });

/** A backlog, then a long wait, then nothing. */
function waitsOnce(): { evaluateDue(): Promise<NextDue>; calls(): number } {
  let calls = 0;
  const evaluateDue = async () => {
    calls += 1;
    return { nextInMs: [0, 3_600_000][calls - 1] ?? null };
  };
  return { evaluateDue, calls: () => calls };
}

/** An experiment whose share is smaller than its concurrency, drops to zero and returns. */
function sharingActivities(): Activities {
  let window = 2;
  let items = 0;
  return fakeActivities(8, {
    beginExperiment: async () => ({ window }),
    evaluateItem: async () => {
      items += 1;
      if (items === 4) window = 0;
      return { costCents: 1, window };
    },
    findItemWindow: async () => {
      window = 3;
      return { window };
    },
  });
}

const recordWorkspaceWorkflow =
  (
    type: 'applyRetention' | 'deleteWorkspace' | 'runSchedule',
    activities: Activities,
    input: ApplyRetentionInput | DeleteWorkspaceInput | (RunScheduleInput & { workspaceId: string }),
    follow: (handle: WorkflowHandle) => Promise<unknown>,
  ): Recording =>
  () =>
    runWorkflow(
      activities,
      (client, taskQueue) =>
        client.workflow.start(type, {
          taskQueue,
          workflowId: `${type}/${input.workspaceId}`,
          // A local activity that is slower splits the history into several workflow tasks.
          workflowTaskTimeout: '1 second',
          args: [input],
        }),
      async (handle) => {
        await follow(handle);
        return handle.fetchHistory();
      },
    );

const retentionStep = (changeId: string, after: string): RetentionPosition => ({
  changeId,
  source: 'conversations',
  after,
  processedCount: 1,
});

/** A retention that changes during the second step: the rewrite ends only after another round. */
function retentionChangedOnce(): { activities: Activities; follow(handle: WorkflowHandle): Promise<void> } {
  let steps = 0;
  let endStep = () => {};
  const isChanged = new Promise<void>((resolve) => {
    endStep = resolve;
  });
  const activities = fakeActivities(0, {
    rewriteRetention: async () => {
      steps += 1;
      if (steps === 1) return retentionStep('change-1', 'a');
      if (steps > 2) return null;
      await isChanged;
      return retentionStep('change-2', 'b');
    },
  });
  return {
    activities,
    async follow(handle) {
      await eventually(async () => steps === 2);
      await handle.signal(retentionChangedSignal);
      // A step that ended before the workflow has the signal would fail the task that closes the workflow.
      await eventually(() => isSignalDelivered(handle));
      endStep();
      await handle.result();
    },
  };
}

async function isSignalDelivered(handle: WorkflowHandle): Promise<boolean> {
  const { events = [] } = await handle.fetchHistory();
  const signaled = events?.findIndex((event) => event.workflowExecutionSignaledEventAttributes) ?? -1;
  return (
    signaled >= 0 &&
    events?.slice(signaled).some((event) => event.workflowTaskStartedEventAttributes) === true
  );
}

/**
 * Work of the workspace that stops late, content deleted in two steps, and a late write that one sweep
 * deletes.
 */
function deletionInSteps(): Activities {
  let stopRequests = 0;
  let deletions = 0;
  return fakeActivities(0, {
    stopWorkspaceWork: async () => {
      stopRequests += 1;
      return stopRequests === 2;
    },
    deleteWorkspaceContent: async () => {
      deletions += 1;
      return deletions !== 1 && deletions !== 3;
    },
  });
}

/** A firing whose experiment has ended at the third poll. */
function endsAtThirdPoll(): Activities {
  let polls = 0;
  return fakeActivities(0, {
    startScheduledExperiment: async () => 'an-experiment',
    hasExperimentEnded: async () => {
      polls += 1;
      return polls === 3;
    },
  });
}

const retentionChange = retentionChangedOnce();
const waiting = waitsOnce();

/** Records the history in the file of that name. */
const recordings: Record<string, Recording> = {
  'run-experiment.completed': recordExperiment('run-experiment.completed', fakeActivities(9), (handle) =>
    handle.result(),
  ),
  'run-experiment.some-failed': recordExperiment(
    'run-experiment.some-failed',
    fakeActivities(5, {
      evaluateItem: async ({ itemId }) => {
        if (itemId === 'item-2') throw ApplicationFailure.nonRetryable('Refused', 'provider_rejected');
        return { costCents: 1 };
      },
    }),
    (handle) => handle.result(),
  ),
  'run-experiment.decided': recordExperiment(
    'run-experiment.decided',
    fakeActivities(30, { evaluateItem: async () => ({ costCents: 1, pair: 'only_original' as const }) }),
    (handle) => handle.result(),
    { stopWhen: { alpha: 0.05, minEffect: 0.05 } },
  ),
  'run-experiment.undecided-retry': recordExperiment(
    'run-experiment.undecided-retry',
    fakeActivities(4, {
      countPairs: async () => ({ pairs: 20, onlyInFirst: 1, onlyInSecond: 2 }),
      evaluateItem: async ({ itemId }) => ({ costCents: 1, pair: itemId === 'item-1' ? null : 'both' }),
    }),
    (handle) => handle.result(),
    { stopWhen: { alpha: 0.05, minEffect: 0.05 }, executionNumber: 1 },
  ),
  'run-experiment.cancelled': recordExperiment(
    'run-experiment.cancelled',
    fakeActivities(4, {
      evaluateItem: async () => {
        const beat = setInterval(heartbeat, 50);
        return cancelled().finally(() => clearInterval(beat));
      },
    }),
    async (handle) => {
      await eventually(async () => (await handle.describe()).raw.pendingActivities?.length === 4);
      await handle.cancel();
      await handle.result().catch(() => undefined);
    },
  ),
  'run-experiment.shares': recordExperiment('run-experiment.shares', sharingActivities(), (handle) =>
    handle.result(),
  ),
  'optimize-run.completed': recordRun('optimize-run.completed', {}, async (run) => {
    const { leaseId } = await claimReady(run, 'one');
    const lease = { leaseId, epoch: null };
    const candidateId = '00000000-0000-4000-8000-000000000001';
    await run.handle.executeUpdate(proposeUpdate, {
      args: [{ ...lease, key: 'a', fingerprint: 'a', candidateId }],
    });
    await eventually(async () => run.state().candidates[0]?.isSettled);
    await run.handle.executeUpdate(heartbeatUpdate, { args: [{ ...lease, agentTurns: 1 }] });
    const report = { kind: 'complete', agentTurns: 2, bestCandidateId: null, summary: 'None' } as const;
    await run.handle.executeUpdate(completeUpdate, { args: [{ ...lease, report }] });
  }),
  'optimize-run.proposed': recordRun('optimize-run.proposed', {}, async (run) => {
    const { leaseId } = await claimReady(run, 'one');
    const lease = { leaseId, epoch: null };
    const candidateIds = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const propose = (candidateId: string, key: string) =>
      run.handle.executeUpdate(proposeUpdate, { args: [{ ...lease, key, fingerprint: key, candidateId }] });
    for (const [index, candidateId] of candidateIds.entries()) await propose(candidateId, `key-${index}`);
    // A runner that repeats a proposal names another stored one; the run has the first.
    await propose('00000000-0000-4000-8000-000000000003', 'key-0');
    await eventually(async () => run.state().candidates.filter(({ isSettled }) => isSettled).length === 2);
    const report = { kind: 'complete', agentTurns: 2, bestCandidateId: null, summary: 'None' } as const;
    await run.handle.executeUpdate(completeUpdate, { args: [{ ...lease, report }] });
  }),
  'optimize-run.lease-expired': recordRun(
    'optimize-run.lease-expired',
    { leaseMs: 500, maxAttempts: 2 },
    async (run) => {
      await claimReady(run, 'one');
      await claimReady(run, 'two');
    },
  ),
  'optimize-run.copied': recordRun('optimize-run.copied', { leaseMs: 4000 }, async (run) => {
    const { leaseId } = await claimReady(run, 'one');
    const lease = { leaseId, epoch: null };
    await run.handle.executeUpdate(heartbeatUpdate, { args: [{ ...lease, agentTurns: 1 }] });
    await eventually(async () => run.state().attempts[0]?.agentTurns === 1);
    await run.handle.signal(saveSignal);
    await run.handle.executeUpdate(cancelUpdate, { args: [null] });
  }),
  'optimize-run.holdout': recordHoldout('optimize-run.holdout', false),
  'optimize-run.holdout-cancelled': recordHoldout('optimize-run.holdout-cancelled', true),
  'optimize-run.cancelled': recordRun('optimize-run.cancelled', {}, async (run) => {
    await claimReady(run, 'one');
    await run.handle.executeUpdate(cancelUpdate, { args: [null] });
  }),
  'drain-evaluations.completed': recordDrain(
    'drain-evaluations.completed',
    waiting.evaluateDue,
    async (handle) => {
      await eventually(async () => waiting.calls() === 2);
      await handle.signal(evaluationsDueSignal, { inMs: 10 });
      await handle.result();
    },
  ),
  'drain-evaluations.cancelled': recordDrain(
    'drain-evaluations.cancelled',
    async () => {
      const beat = setInterval(heartbeat, 50);
      return cancelled().finally(() => clearInterval(beat));
    },
    async (handle) => {
      await eventually(async () => (await handle.describe()).raw.pendingActivities?.length === 1);
      await handle.cancel();
      await handle.result().catch(() => undefined);
    },
  ),
  'apply-retention.completed': recordWorkspaceWorkflow(
    'applyRetention',
    fakeActivities(0),
    { workspaceId: 'recorded-apply-retention.completed', position: null },
    (handle) => handle.result(),
  ),
  'apply-retention.changed': recordWorkspaceWorkflow(
    'applyRetention',
    retentionChange.activities,
    { workspaceId: 'recorded-apply-retention.changed', position: null },
    retentionChange.follow,
  ),
  'delete-workspace.completed': recordWorkspaceWorkflow(
    'deleteWorkspace',
    deletionInSteps(),
    { workspaceId: 'recorded-delete-workspace.completed', pollMs: 50, sweepAfterMs: [50, 100] },
    (handle) => handle.result(),
  ),
  'delete-workspace.absent': recordWorkspaceWorkflow(
    'deleteWorkspace',
    fakeActivities(0, { beginWorkspaceDeletion: async () => false }),
    { workspaceId: 'recorded-delete-workspace.absent', pollMs: 50, sweepAfterMs: [] },
    (handle) => handle.result(),
  ),
  'run-schedule.completed': recordWorkspaceWorkflow(
    'runSchedule',
    endsAtThirdPoll(),
    { workspaceId: 'recorded-run-schedule.completed', scheduleId: 'a', pollMs: 50, experimentId: null },
    (handle) => handle.result(),
  ),
};

/** `1` records every history again, `missing` only those without a file. */
const recordingMode = process.env.RECORD_HISTORIES;

async function record(name: string, recording: Recording): Promise<void> {
  const history = await recording();
  mkdirSync(folder, { recursive: true });
  // Stack traces contain folders of the recording machine, and no workflow reads them.
  const text = historyToJSON(history).replace(/"stackTrace": ?"(?:[^"\\]|\\.)*"/g, '"stackTrace": ""');
  writeFileSync(join(folder, `${name}.json`), `${text}\n`);
}

function readHistory(file: string): { events: Record<string, unknown>[] } {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

beforeAll(async () => {
  if (recordingMode !== '1' && recordingMode !== 'missing') return;
  const recorded = new Set(recordingMode === '1' ? [] : readdirSync(folder));
  for (const [name, recording] of Object.entries(recordings)) {
    if (!recorded.has(`${name}.json`)) await record(name, recording);
  }
});

describe('the current workflows', () => {
  it('have a stored history for every recording', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(recordings)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });

  it.each(Object.keys(recordings))('replay %s', async (name) => {
    const replay = Worker.runReplayHistory(
      { workflowBundle: { codePath: await workflowBundlePath() } },
      readHistory(`${name}.json`),
    );

    await expect(replay).resolves.toBeUndefined();
  });

  it('do not replay a history in which another activity ran', async () => {
    const history = readHistory('run-experiment.completed.json');
    const scheduled = history.events.find((event) => 'activityTaskScheduledEventAttributes' in event);
    const attributes = scheduled?.activityTaskScheduledEventAttributes as { activityType: { name: string } };
    attributes.activityType.name = 'somethingElse';

    const replay = Worker.runReplayHistory(
      { workflowBundle: { codePath: await workflowBundlePath() } },
      history,
    );

    await expect(replay).rejects.toThrow(DeterminismViolationError);
  });
});
