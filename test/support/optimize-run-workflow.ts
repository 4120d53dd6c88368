import { randomUUID } from 'node:crypto';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities, OptimizeRunInput } from '../../workflows/contracts';
import { optimizeRunWorkflow } from '../../workflows/contracts';
import { initialState, type RunState } from '../../workflows/optimization-run/run-state';
import type { optimizeRun } from '../../workflows/optimize-run.workflow';
import { testTemporalAddress } from './engine-addresses';
import { installQuietRuntime } from './quiet-runtime';
import { workflowBundlePath } from './workflow-bundle';
import { fakeActivities } from './workflow-run';

/** A run's workflow with the state it has copied to MongoDB so far. */
export interface FollowedRun {
  handle: WorkflowHandle;
  client: Client;
  /** The latest copy. */
  state(): RunState;
}

/**
 * Runs one optimization workflow on the real server until `follow` resolves. Its experiments have no items;
 * `overrides` replace some activities.
 */
export async function runOptimizeWorkflow<Result>(
  input: { runId?: string; limits?: Partial<OptimizeRunInput['limits']>; pollMs?: number },
  follow: (run: FollowedRun) => Promise<Result>,
  overrides: Partial<Activities> = {},
): Promise<Result> {
  installQuietRuntime();
  const address = testTemporalAddress();
  const taskQueue = `test-${randomUUID()}`;
  let latest = initialState();
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    taskQueue,
    workflowBundle: { codePath: await workflowBundlePath() },
    activities: fakeActivities(0, {
      saveOptimizationRun: async ({ state }) => {
        latest = state;
        return true;
      },
      ...overrides,
    }),
  });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const runId = input.runId ?? randomUUID();
  const limits = {
    leaseMs: 60_000,
    maxAttempts: 3,
    maxCandidates: 10,
    maxCostCents: null,
    nonRetryableErrorCodes: [],
    split: { decidedOn: 'all_conversations', searchCount: 20, holdoutCount: 0 } as const,
    ...input.limits,
  };
  return worker.runUntil(async () => {
    const handle = await client.workflow.start<typeof optimizeRun>(optimizeRunWorkflow.type, {
      taskQueue,
      workflowId: optimizeRunWorkflow.idOf(runId),
      args: [{ runId, limits, pollMs: input.pollMs ?? 100, state: null }],
    });
    const result = await follow({
      handle,
      client,
      state: () => latest,
    });
    await connection.close();
    return result;
  });
}
