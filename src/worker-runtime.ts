import { join } from 'node:path';
import { Client } from '@temporalio/client';
import {
  NativeConnection,
  type NativeConnectionOptions,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { createActivities } from '../activities';
import { optimizeRunWorkflow, runExperimentWorkflow } from '../workflows/contracts';
import { isContributor } from './access/identity/contributors';
import { createModelAdmission, createSpendAdmission } from './access/limits/spend-admission';
import { createWorkspaceRemoval, type WorkspaceRemoval } from './access/workspaces/workspace-removal';
import { findOnlineEvaluation, getRetentionDays } from './access/workspaces/workspace-settings';
import { createWorkspaceWorkflows } from './access/workspaces/workspace-workflows';
import type { Config } from './config';
import { createConversationService } from './conversations/conversation.service';
import { backfillSteps } from './evaluation/backfill/backfill-steps';
import { createEvaluatorFactory } from './evaluation/evaluators/evaluator-factory';
import { getEvaluatorVersion, getRequestedEvaluator } from './evaluation/evaluators/requested-evaluator';
import { getIssueConfig } from './evaluation/issue-config/issue-config-versions';
import type { Evaluator } from './evaluation/judgment/evaluator';
import { mongoJudgeReplyCache } from './evaluation/llm-judge/mongo-judge-reply-cache';
import { createEvaluateDue } from './evaluation/online/evaluate-due';
import {
  createOnlineEvaluationWorkflows,
  onlineEvaluationQueue,
} from './evaluation/online/online-evaluation-workflows';
import { createReplyEvaluation } from './evaluation/online/reply-evaluation';
import { createSlotWaker } from './evaluation/online/wake-slot';
import { createAdmission } from './experiments/execution/admission';
import { createEndExecution } from './experiments/execution/end-execution';
import { createExperimentBookkeeping } from './experiments/execution/experiment-bookkeeping';
import { createExperimentPlans } from './experiments/execution/experiment-plans';
import { createItemExecutor } from './experiments/execution/item-executor';
import { createCapacity } from './experiments/execution/worker-capacity';
import { listScheduleIds } from './experiments/schedules/schedule.repository';
import { createScheduledExperiments } from './experiments/schedules/scheduled-experiments';
import { createTemporalSchedules, type TemporalSchedules } from './experiments/schedules/temporal-schedules';
import { experimentCollectionName, listOpenExperimentIds } from './experiments/store/experiment.repository';
import { deleteCounters } from './experiments/store/item-counters.repository';
import { createChoices, createExperiments, createLimits } from './experiments-runtime';
import { deleteNextLocks } from './ingestion/span.repository';
import { deleteCandidates, listOpenRunIds, runCollectionName } from './optimization/runs/run.repository';
import { createRunBookkeeping } from './optimization/runs/run-bookkeeping';
import { recordRetryCost } from './optimization/runs/run-budget';
import { activityErrorInterceptor } from './platform/temporal/activity-error.interceptor';
import { type TemporalSettings, toTemporalFailure } from './platform/temporal/connection';
import { reportLiveWorker } from './platform/temporal/live-workers';
import { createModelRegistry, isFree } from './providers/model-registry';

/** The bundle of `npm run build`, so that a worker starts without bundling. */
export const workflowBundlePath = join(__dirname, '..', 'workflow-bundle.js');

/** How long items use a cached spend of their workspace. */
const SPEND_AGE_MS = 2000;

/** Online evaluation gets this fraction of the slots of items. */
const ONLINE_SLOT_DIVISOR = 4;

/** Workers for the task queues of one service, started and stopped together. */
export interface WorkerGroup {
  /** Polls until `shutdown`; rejects with the first worker's error, once all have stopped. */
  run(): Promise<void>;
  shutdown(): void;
}

interface WorkerParts {
  /** Without it, the embedded evaluator runs on the event loop. */
  grounding?: Evaluator;
  /** Path of the bundled workflows. */
  workflowBundle?: string;
}

/** The Temporal workers with all workflows and activities; they poll when `run` is called. */
export async function createWorker(
  config: Pick<Config, 'temporal' | 'providers' | 'workerConcurrency' | 'limits' | 'queryTimeoutMs'>,
  { grounding, workflowBundle = workflowBundlePath }: WorkerParts = {},
): Promise<WorkerGroup> {
  const registry = createModelRegistry(config.providers);
  const conversations = createConversationService({ retentionOf: getRetentionDays });
  const createEvaluator = createEvaluatorFactory({ registry, cache: mongoJudgeReplyCache, grounding });
  const planOf = createExperimentPlans({
    getEvaluatorVersion,
    createEvaluator,
    resolveModel: (name) => registry.resolve(name),
  });
  const admitSpending = createSpendAdmission({
    maxCentsPerMonth: config.limits.spendCentsPerMonth,
    maxAgeMs: SPEND_AGE_MS,
  });
  const connection = await NativeConnection.connect(connectionOptions(config.temporal)).catch(
    (error: unknown) => {
      throw toTemporalFailure(error, config.temporal);
    },
  );
  const { namespace, taskQueue } = config.temporal;
  const client = new Client({ connection, namespace });
  const schedules = createTemporalSchedules(client, taskQueue);
  const experiments = createExperiments(createChoices(conversations, registry, config.queryTimeoutMs), {
    registry,
    limits: createLimits(config),
    temporal: client,
    taskQueue,
  });
  const experimentBookkeeping = createExperimentBookkeeping({
    endExecution: createEndExecution({ recordRetryCost }),
  });
  const activities = createActivities({
    experimentBookkeeping,
    admission: createAdmission({
      runs: experimentBookkeeping,
      planOf,
      findCapacity: createCapacity(taskQueue, {
        slots: config.workerConcurrency,
        callsOf: registry.callsOf,
      }),
    }),
    runBookkeeping: createRunBookkeeping({ conversations, getEvaluatorVersion }),
    itemExecutor: createItemExecutor({ conversations, planOf, admitSpending }),
    scheduledExperiments: createScheduledExperiments({ experiments, schedules, isContributor }),
    evaluateDue: createEvaluateDue({
      replyEvaluation: createReplyEvaluation({
        conversations,
        settingsOf: findOnlineEvaluation,
        defaultEvaluatorOf: (workspaceId) => getRequestedEvaluator(workspaceId, null, []),
        createEvaluator,
        getIssueConfig,
        admitModel: createModelAdmission(admitSpending, (model) => isFree(registry, model)),
      }),
      backfills: backfillSteps,
      wakeSlot: createSlotWaker(createOnlineEvaluationWorkflows(client, taskQueue)),
    }),
    workspaceRemoval: createRemoval(client, taskQueue, schedules),
  });
  return createWorkers(config, connection, activities, workflowBundle);
}

/** Deletes the content of workspaces, once what could still add to it has stopped. */
function createRemoval(client: Client, taskQueue: string, schedules: TemporalSchedules): WorkspaceRemoval {
  const workflows = createWorkspaceWorkflows(client, taskQueue);
  return createWorkspaceRemoval({
    workflows,
    stopSources: async (workspaceId) => {
      for (const id of await listScheduleIds(workspaceId)) await schedules.remove(id);
    },
    listOpenWorkflows: [
      workflows.listRunning,
      async (workspaceId) => (await listOpenRunIds(workspaceId)).map(optimizeRunWorkflow.idOf),
      async (workspaceId) => (await listOpenExperimentIds(workspaceId)).map(runExperimentWorkflow.idOf),
    ],
    dependents: {
      [runCollectionName]: deleteCandidates,
      [experimentCollectionName]: deleteCounters,
    },
    others: [deleteNextLocks],
  });
}

async function createWorkers(
  config: Pick<Config, 'temporal' | 'workerConcurrency'>,
  connection: NativeConnection,
  activities: ReturnType<typeof createActivities>,
  bundlePath: string,
): Promise<WorkerGroup> {
  const settings = workerSettings(config);
  return groupWorkers(config.temporal.taskQueue, [
    await Worker.create({
      connection,
      ...settings,
      activities,
      workflowBundle: { codePath: bundlePath },
    }),
    await Worker.create({
      connection,
      ...settings,
      taskQueue: onlineEvaluationQueue(config.temporal.taskQueue),
      activities: { evaluateDue: activities.evaluateDue },
      maxConcurrentActivityTaskExecutions: Math.ceil(config.workerConcurrency / ONLINE_SLOT_DIVISOR),
    }),
  ]);
}

function groupWorkers(taskQueue: string, workers: readonly Worker[]): WorkerGroup {
  const stopping = new AbortController();
  const shutdown = () => {
    stopping.abort();
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  return {
    async run() {
      const reporting = reportLiveWorker(taskQueue, stopping.signal);
      const ended = await Promise.allSettled(workers.map((worker) => worker.run().finally(shutdown)));
      await reporting;
      const failed = ended.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    shutdown,
  };
}

/** The settings of workers of all task queues. */
export function workerSettings({
  temporal,
  workerConcurrency,
}: Pick<Config, 'temporal' | 'workerConcurrency'>) {
  return {
    namespace: temporal.namespace,
    taskQueue: temporal.taskQueue,
    maxConcurrentActivityTaskExecutions: workerConcurrency,
    // Activities receive a cancellation with the response to their heartbeat.
    maxHeartbeatThrottleInterval: '2 seconds',
    interceptors: { activity: [activityErrorInterceptor] },
    // Attempts in flight get this long to complete on SIGTERM; the process must stop within 30 seconds.
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '25 seconds',
  } satisfies Partial<WorkerOptions>;
}

function connectionOptions({ address, apiKey }: TemporalSettings): NativeConnectionOptions {
  return apiKey === null ? { address } : { address, apiKey, tls: true };
}
