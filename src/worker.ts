import type { Client } from '@temporalio/client';
import { DefaultLogger, GracefulShutdownPeriodExpiredError, Runtime } from '@temporalio/worker';
import { isContributor } from './access/identity/contributors';
import { createDeletionReconciler } from './access/workspaces/deletion.reconciler';
import { createRetentionReconciler } from './access/workspaces/retention.reconciler';
import {
  findAnalyticsTags,
  findOnlineEvaluation,
  getRetentionDays,
} from './access/workspaces/workspace-settings';
import { createWorkspaceWorkflows } from './access/workspaces/workspace-workflows';
import { refreshRollupsPeriodically } from './analytics/rollup-refresher';
import { loadConfig } from './config';
import { createInvalidationService } from './conversations/changed-periods/invalidation.service';
import { createConversationService } from './conversations/conversation.service';
import { createJudgingPool } from './evaluation/judging/judging-pool';
import { createOnlineEvaluationReconciler } from './evaluation/online/online-evaluation.reconciler';
import { createOnlineEvaluationService } from './evaluation/online/online-evaluation.service';
import { createOnlineEvaluationWorkflows } from './evaluation/online/online-evaluation-workflows';
import { createEndExecution } from './experiments/execution/end-execution';
import { createExperimentReconciler } from './experiments/execution/experiment.reconciler';
import { createExperimentBookkeeping } from './experiments/execution/experiment-bookkeeping';
import { createExperimentWorkflows } from './experiments/execution/experiment-workflows';
import { createScheduleReconciler } from './experiments/schedules/schedule.reconciler';
import { createScheduleComparison } from './experiments/schedules/schedule-comparison.reconciler';
import { createTemporalSchedules } from './experiments/schedules/temporal-schedules';
import { createJoinReconciler } from './ingestion/join.reconciler';
import { releaseTraces } from './ingestion/release-traces';
import { createTraceService } from './ingestion/trace.service';
import { createOptimizationWorkflows } from './optimization/runs/optimization-workflows';
import { createPromptErasure } from './optimization/runs/prompt-retention';
import { createRunReconciler } from './optimization/runs/run.reconciler';
import { recordRetryCost } from './optimization/runs/run-budget';
import { createLogger, type Logger } from './platform/logging';
import { connectMongo, disconnectMongo } from './platform/mongo/connection';
import { abortAbandonedInBackground } from './platform/mongo/open-transactions';
import { exitWithFailure, onStopRequest } from './platform/process-lifetime';
import { repeatPasses } from './platform/reconciliation/repeat-passes';
import { connectTemporal } from './platform/temporal/connection';
import { registerSearchAttributes } from './platform/temporal/search-attributes';
import { createWorker } from './worker-runtime';

// A thousand open experiments are ten passes: an orphan among them is started within a minute.
const RECONCILE_INTERVALS = { pauseMs: 15_000, continueMs: 1000 };
// A database of Temporal is lost or restored rarely; a schedule has at most one firing a minute.
const COMPARE_PAUSE_MS = 120_000;
const RECONCILE_GRACE_MS = 20_000;
// Waiting out a restart of MongoDB is cheaper than repeating a model call.
const SERVER_SELECTION_TIMEOUT_MS = 60_000;

/** The worker process: runs until it is asked to stop, returns unfinished work to Temporal, and exits 0. */
async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  // We handle signals; otherwise the runtime would shut the worker down itself.
  Runtime.install({ logger: bridgeTo(logger), shutdownSignals: [] });
  await connectMongo(config.mongodbUri, {
    appName: 'assay-worker',
    serverSelectionTimeoutMs: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMs: 60_000,
  });
  const judging = createJudgingPool();
  await judging.ready();
  const worker = await createWorker(config, { grounding: judging.evaluator });
  const client = connectTemporal(config.temporal);
  const { taskQueue } = config.temporal;
  const stopping = new AbortController();
  const { signal } = stopping;
  const comparing = repeatPasses(createComparison(client, taskQueue, logger), {
    name: 'schedules in Temporal',
    logger,
    signal,
    ...RECONCILE_INTERVALS,
    pauseMs: COMPARE_PAUSE_MS,
  });
  const reconciling = Object.entries(createPasses(client, taskQueue, logger)).map(([name, pass]) =>
    repeatPasses(pass, { name, logger, signal, ...RECONCILE_INTERVALS }),
  );
  const refreshing = refreshRollupsPeriodically({
    invalidation: createInvalidationService(),
    tagKeysOf: findAnalyticsTags,
    logger,
    signal,
  });

  onStopRequest(logger, () => worker.shutdown());
  const running = worker.run();
  process.send?.({ ready: true });
  logger.info({ taskQueue }, 'worker is polling');
  // A killed worker's items are repeated by this one.
  abortAbandonedInBackground(logger);
  await running.catch((error: unknown) => {
    // Unfinished work is returned to Temporal: another worker retries it.
    if (!(error instanceof GracefulShutdownPeriodExpiredError)) throw error;
  });
  stopping.abort();
  await Promise.all([refreshing, comparing, ...reconciling]);
  await judging.close();
  await client.connection.close();
  await disconnectMongo();
  process.exit(0);
}

/** The reconciliation passes by name. */
function createPasses(client: Client, taskQueue: string, logger: Logger) {
  const workflows = createExperimentWorkflows(client, taskQueue);
  const runWorkflows = createOptimizationWorkflows(client, taskQueue);
  const evaluationWorkflows = createOnlineEvaluationWorkflows(client, taskQueue);
  const workspaceWorkflows = createWorkspaceWorkflows(client, taskQueue);
  return {
    experiments: createExperimentReconciler(
      {
        workflows,
        runs: createExperimentBookkeeping({ endExecution: createEndExecution({ recordRetryCost }) }),
        logger,
      },
      RECONCILE_GRACE_MS,
    ),
    'optimization runs': createRunReconciler({ workflows: runWorkflows, logger }, RECONCILE_GRACE_MS),
    deletions: createDeletionReconciler({ workflows: workspaceWorkflows, logger }, RECONCILE_GRACE_MS),
    retentions: createRetentionReconciler({ workflows: workspaceWorkflows, logger }, RECONCILE_GRACE_MS),
    'online evaluations': createOnlineEvaluationReconciler(
      { workflows: evaluationWorkflows, logger },
      RECONCILE_GRACE_MS,
    ),
    schedules: createScheduleReconciler(
      { schedules: createTemporalSchedules(client, taskQueue), logger },
      RECONCILE_GRACE_MS,
    ),
    'expired prompts': createPromptErasure(),
    'joined conversations': createJoinReconciler({
      traces: createTraceService({
        conversations: createConversationService({
          retentionOf: getRetentionDays,
          releaseSources: releaseTraces,
        }),
        retentionOf: getRetentionDays,
        onlineEvaluation: createOnlineEvaluationService({
          workflows: evaluationWorkflows,
          settingsOf: findOnlineEvaluation,
          logger,
        }),
      }),
      logger,
    }),
  };
}

function createComparison(client: Client, taskQueue: string, logger: Logger) {
  return createScheduleComparison({
    schedules: createTemporalSchedules(client, taskQueue),
    isContributor,
    prepareTemporal: () => registerSearchAttributes(client),
    logger,
  });
}

function bridgeTo(logger: Logger): DefaultLogger {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  return new DefaultLogger('INFO', ({ level, message, meta }) => logger[levels[level]](meta ?? {}, message));
}

main().catch(exitWithFailure);
