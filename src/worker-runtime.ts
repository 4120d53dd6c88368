import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  NativeConnection,
  type NativeConnectionOptions,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { createActivities } from '../activities';
import type { Config } from './config';
import { createConversationService } from './conversations/conversation.service';
import { getEvaluatorVersion, getRequestedEvaluator } from './evaluators/evaluator.service';
import { createEvaluatorFactory } from './evaluators/evaluator-factory';
import { experimentRuns } from './experiments/experiment-runs';
import { createItemRunner } from './experiments/item-runner';
import { createRunPlans } from './experiments/run-plans';
import { getIssueConfig } from './issue-config/issue-config.service';
import { dueEvaluations } from './online-evaluation/due-evaluations';
import { createReplyEvaluation } from './online-evaluation/reply-evaluation';
import { createRunBookkeeping } from './optimization-runs/run-bookkeeping';
import { createModelRegistry } from './providers/model-registry';
import { activityErrorInterceptor } from './temporal/activity-error.interceptor';
import type { TemporalSettings } from './temporal/connection';
import { findOnlineEvaluation, findRetentionDays } from './workspaces/workspace.service';

/** The bundle that `npm run build` makes, so that a worker starts without bundling. */
export const workflowBundlePath = join(__dirname, '..', 'workflow-bundle.js');

/** A Temporal worker with all workflows and activities; it polls when its `run` is called. */
export async function createWorker(
  config: Pick<Config, 'temporal' | 'providers' | 'workerConcurrency'>,
): Promise<Worker> {
  const registry = createModelRegistry(config.providers);
  const conversations = createConversationService({ retentionOf: findRetentionDays });
  const makeEvaluator = createEvaluatorFactory({ registry });
  const activities = createActivities({
    experimentRuns,
    runBookkeeping: createRunBookkeeping({ conversations, getEvaluatorVersion }),
    itemRunner: createItemRunner({
      conversations,
      planOf: createRunPlans({
        getEvaluatorVersion,
        makeEvaluator,
        resolveModel: (name) => registry.resolve(name),
      }),
    }),
    dueEvaluations,
    replyEvaluation: createReplyEvaluation({
      conversations,
      settingsOf: findOnlineEvaluation,
      defaultEvaluatorOf: (workspaceId) => getRequestedEvaluator(workspaceId, null, []),
      makeEvaluator,
      getIssueConfig,
    }),
  });
  return Worker.create({
    connection: await NativeConnection.connect(connectionOptions(config.temporal)),
    ...workerSettings(config),
    activities,
    ...workflowCode(),
  });
}

/** How a worker works, whatever it works on. */
export function workerSettings({
  temporal,
  workerConcurrency,
}: Pick<Config, 'temporal' | 'workerConcurrency'>) {
  return {
    namespace: temporal.namespace,
    taskQueue: temporal.taskQueue,
    maxConcurrentActivityTaskExecutions: workerConcurrency,
    // A cancellation reaches an activity with the answer to its heartbeat.
    maxHeartbeatThrottleInterval: '2 seconds',
    interceptors: { activity: [activityErrorInterceptor] },
    // Attempts in flight get this long to end well on SIGTERM; the process promises 30 seconds.
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '25 seconds',
  } satisfies Partial<WorkerOptions>;
}

function connectionOptions({ address, apiKey }: TemporalSettings): NativeConnectionOptions {
  return apiKey === null ? { address } : { address, apiKey, tls: true };
}

function workflowCode() {
  return existsSync(workflowBundlePath)
    ? { workflowBundle: { codePath: workflowBundlePath } }
    : { workflowsPath: require.resolve('../workflows') };
}
