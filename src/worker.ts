import { DefaultLogger, GracefulShutdownPeriodExpiredError, Runtime } from '@temporalio/worker';
import { keepRollupsFresh } from './analytics/rollup-refresher';
import { loadConfig } from './config';
import { createConversationService } from './conversations/conversation.service';
import { reconcileExperiments } from './experiments/experiment.reconciler';
import { experimentRuns } from './experiments/experiment-runs';
import { createLogger, type Logger } from './logging';
import { connectMongo, disconnectMongo } from './mongo/connection';
import { reconcileOnlineEvaluations } from './online-evaluation/online-evaluation.reconciler';
import { reconcileRuns } from './optimization-runs/run.reconciler';
import { onStopRequest } from './process-lifetime';
import { connectTemporal } from './temporal/connection';
import { createExperimentWorkflows } from './temporal/experiment-workflows';
import { createOnlineEvaluationWorkflows } from './temporal/online-evaluation-workflows';
import { createOptimizationWorkflows } from './temporal/optimization-workflows';
import { createWorker } from './worker-runtime';
import { findRetentionDays } from './workspaces/workspace.service';

const RECONCILE_EVERY_MS = 15_000;
const RECONCILE_GRACE_MS = 20_000;
// Waiting out a restart of MongoDB is cheaper than repeating a model call.
const MONGO_PATIENCE_MS = 60_000;

/** The worker process: runs until it is told to stop, hands unfinished work back, and exits 0. */
async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  // Signals are ours: the runtime would otherwise shut the worker down on its own.
  Runtime.install({ logger: bridgeTo(logger), shutdownSignals: [] });
  await connectMongo(config.mongodbUri, {
    appName: 'assay-worker',
    serverSelectionTimeoutMs: MONGO_PATIENCE_MS,
    socketTimeoutMs: 60_000,
  });
  const worker = await createWorker(config);
  const client = connectTemporal(config.temporal);
  const { taskQueue } = config.temporal;
  const workflows = createExperimentWorkflows(client, taskQueue);
  const runWorkflows = createOptimizationWorkflows(client, taskQueue);
  const evaluationWorkflows = createOnlineEvaluationWorkflows(client, taskQueue);
  const reconciliation = setInterval(() => {
    Promise.all([
      reconcileExperiments({ workflows, runs: experimentRuns, logger }, RECONCILE_GRACE_MS),
      reconcileRuns({ workflows: runWorkflows, logger }, RECONCILE_GRACE_MS),
      reconcileOnlineEvaluations({ workflows: evaluationWorkflows, logger }, RECONCILE_GRACE_MS),
    ]).catch((error: unknown) => {
      logger.warn({ err: error }, 'reconciliation failed; it will be repeated');
    });
  }, RECONCILE_EVERY_MS);

  const stopping = new AbortController();
  const refreshing = keepRollupsFresh({
    conversations: createConversationService({ retentionOf: findRetentionDays }),
    logger,
    signal: stopping.signal,
  });

  onStopRequest(logger, () => worker.shutdown());
  const running = worker.run();
  process.send?.({ ready: true });
  logger.info({ taskQueue }, 'worker is polling');
  await running.catch((error: unknown) => {
    // Work that did not end in time is handed back: its attempts are repeated by another worker.
    if (!(error instanceof GracefulShutdownPeriodExpiredError)) throw error;
  });
  clearInterval(reconciliation);
  stopping.abort();
  await refreshing;
  await client.connection.close();
  await disconnectMongo();
  process.exit(0);
}

function bridgeTo(logger: Logger): DefaultLogger {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  return new DefaultLogger('INFO', ({ level, message, meta }) => logger[levels[level]](meta ?? {}, message));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
