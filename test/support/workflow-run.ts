import { randomUUID } from 'node:crypto';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities, RunExperimentInput } from '../../workflows/contracts';
import { runExperimentWorkflow } from '../../workflows/contracts';
import type { runExperiment } from '../../workflows/run-experiment.workflow';
import { testTemporalAddress } from './engine-addresses';
import { installQuietRuntime } from './quiet-runtime';
import { workflowBundlePath } from './workflow-bundle';

/**
 * Runs the workflow that `start` starts on the real server, with the given activities, on a separate task
 * queue, until `follow` resolves.
 */
export async function runWorkflow<Result>(
  activities: Activities,
  start: (client: Client, taskQueue: string) => Promise<WorkflowHandle>,
  follow: (handle: WorkflowHandle, client: Client) => Promise<Result>,
): Promise<Result> {
  installQuietRuntime();
  const address = testTemporalAddress();
  const taskQueue = `test-${randomUUID()}`;
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    taskQueue,
    activities,
    workflowBundle: { codePath: await workflowBundlePath() },
    maxHeartbeatThrottleInterval: '100 milliseconds',
  });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  return worker.runUntil(async () => {
    const result = await follow(await start(client, taskQueue), client);
    await connection.close();
    return result;
  });
}

/** Runs one experiment workflow; see `runWorkflow`. */
export function playExperiment<Result>(
  activities: Activities,
  input: Partial<RunExperimentInput>,
  follow: (handle: WorkflowHandle, client: Client) => Promise<Result>,
): Promise<Result> {
  const experimentId = input.experimentId ?? randomUUID();
  const start = (client: Client, taskQueue: string) =>
    client.workflow.start<typeof runExperiment>(runExperimentWorkflow.type, {
      taskQueue,
      workflowId: runExperimentWorkflow.idOf(experimentId),
      args: [
        {
          concurrency: 5,
          maxCostCents: null,
          pageSize: 10,
          progress: null,
          executionNumber: 0,
          ...input,
          experimentId,
        },
      ],
    });
  return runWorkflow(activities, start, follow);
}

/**
 * Activities that find `count` open items and complete each without doing anything; `overrides` replace some.
 */
export function fakeActivities(count: number, overrides: Partial<Activities> = {}): Activities {
  return {
    beginExperiment: async () => ({ window: null }),
    findItemWindow: async () => ({ window: null }),
    listOpenItems: async ({ afterPosition, limit }) =>
      Array.from({ length: Math.max(0, Math.min(limit, count - afterPosition - 1)) }, (_, index) => {
        const position = afterPosition + 1 + index;
        return { itemId: `item-${position}`, position };
      }),
    evaluateItem: async () => ({ costCents: 0 }),
    failItem: async () => ({ costCents: 0 }),
    countPairs: async () => ({ pairs: 0, onlyInFirst: 0, onlyInSecond: 0 }),
    recordDecision: async () => undefined,
    finishExperiment: async () => undefined,
    startScheduledExperiment: async () => null,
    hasExperimentEnded: async () => true,
    saveOptimizationRun: async () => true,
    adoptCandidate: async () => undefined,
    storeRunExperiment: async ({ experimentId, maxCostCents }) => ({
      input: {
        experimentId,
        maxCostCents,
        concurrency: 5,
        pageSize: 10,
        progress: null,
        executionNumber: 0,
      },
      description: { staticSummary: 'An experiment', memo: {}, typedSearchAttributes: [] },
    }),
    measureRunExperiment: async () => ({ costCents: 0, verdict: null, error: null }),
    rewriteRetention: async () => null,
    beginWorkspaceDeletion: async () => true,
    stopWorkspaceWork: async () => true,
    deleteWorkspaceContent: async () => true,
    completeWorkspaceDeletion: async () => undefined,
    evaluateDue: async () => ({ nextInMs: null }),
    ...overrides,
  };
}
