import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Express } from 'express';
import { analyticsRoutes } from './analytics/analytics.routes';
import { createAnalyticsService } from './analytics/analytics.service';
import { apiKeyRoutes } from './api-keys/api-key.routes';
import { createApiKeyService } from './api-keys/api-key.service';
import type { Config } from './config';
import { conversationRoutes } from './conversations/conversation.routes';
import { createConversationService } from './conversations/conversation.service';
import { messageRoutes } from './conversations/message.routes';
import { detectionRoutes } from './detection/detection.routes';
import { createDetectionService } from './detection/detection.service';
import { applyEvaluationRetention } from './evaluations/evaluation.service';
import { evaluatorRoutes } from './evaluators/evaluator.routes';
import { getRequestedEvaluator } from './evaluators/evaluator.service';
import { createEvaluatorCatalog } from './evaluators/evaluator-catalog';
import { createEvaluatorFactory } from './evaluators/evaluator-factory';
import { createExperimentComparison } from './experiments/comparison/comparison';
import { comparisonRoutes } from './experiments/comparison/comparison.routes';
import { experimentRoutes } from './experiments/experiment.routes';
import { createExperimentService } from './experiments/experiment.service';
import { experimentRuns } from './experiments/experiment-runs';
import { createApp } from './http/app';
import { createBodyReader, createRawReader } from './http/body';
import { CursorCodec } from './http/cursor';
import { buildOpenApi } from './http/openapi';
import type { Route } from './http/route';
import { createIdempotencyGuard } from './idempotency/idempotency.service';
import { createAccessControl } from './identity/access-control';
import { workspaceDefaults } from './identity/workspace-defaults';
import { issueConfigRoutes } from './issue-config/issue-config.routes';
import { getIssueConfig } from './issue-config/issue-config.service';
import { createLogger, type Logger } from './logging';
import { messageFilterRoutes } from './message-filter/message-filter.routes';
import { pingMongo } from './mongo/connection';
import {
  createOnlineEvaluationService,
  type OnlineEvaluationService,
} from './online-evaluation/online-evaluation.service';
import { Metrics } from './operation/metrics';
import { createPages } from './operation/pages';
import { runRoutes } from './optimization-runs/run.routes';
import { createRunService } from './optimization-runs/run.service';
import { createRunDialogue } from './optimization-runs/run-dialogue';
import { runnerRoutes } from './optimization-runs/runner.routes';
import { createRunnerService } from './optimization-runs/runner.service';
import { packageRoot } from './package-root';
import { checkModel, createModelRegistry } from './providers/model-registry';
import { createRequestLimit } from './rate-limits/request-limit';
import { deriveKey } from './security/derived-keys';
import { createLoginThrottle } from './sessions/login-throttle';
import { sessionRoutes } from './sessions/session.routes';
import { createSessionService } from './sessions/session.service';
import { createSessionMiddleware } from './sessions/session-cookie';
import { pingTemporal } from './temporal/connection';
import { createExperimentWorkflows } from './temporal/experiment-workflows';
import { createOnlineEvaluationWorkflows } from './temporal/online-evaluation-workflows';
import { createOptimizationWorkflows } from './temporal/optimization-workflows';
import { traceRoutes } from './traces/trace.routes';
import { applySpanRetention, createTraceService, forgetSpans } from './traces/trace.service';
import { version } from './version';
import { memberRoutes } from './workspaces/member.routes';
import { createMemberService } from './workspaces/member.service';
import { workspaceRoutes } from './workspaces/workspace.routes';
import {
  createWorkspaceService,
  findOnlineEvaluation,
  findRetentionDays,
} from './workspaces/workspace.service';

export interface ApiDependencies {
  config: Config;
  logger: Logger;
  temporal: Client;
  isStopping: () => boolean;
}

/** Puts the whole API together on the connected database. Never listens. */
export function createApi({ config, logger, temporal, isStopping }: ApiDependencies): Express {
  const routes = createRoutes(config, temporal, isStopping, logger);
  const metrics = new Metrics();
  return createApp(routes, {
    logger,
    trustProxy: config.trustProxy,
    access: createAccessControl({ logger }),
    idempotency: createIdempotencyGuard(deriveKey(config.secret, 'idempotency')),
    limitRequests: createRequestLimit(config.rateLimitPerMinute),
    readJson: createBodyReader(config.maxBodyBytes),
    session: createSessionMiddleware(deriveKey(config.secret, 'session')),
    observe: metrics.observe,
    pages: createPages({
      metrics,
      openApi: buildOpenApi(routes, version),
      engines: { mongodb: pingMongo, temporal: () => pingTemporal(temporal) },
      isStopping,
      dashboardFolder: join(packageRoot, 'dist/web'),
    }),
  });
}

/** Every route of the API with the services behind it. */
export function createRoutes(
  config: Config,
  temporal: Client,
  isStopping = () => false,
  logger = createLogger('silent'),
): Route[] {
  const { maxBodyBytes, queryTimeoutMs } = config;
  const cursors = new CursorCodec(deriveKey(config.secret, 'cursor'));
  const registry = createModelRegistry(config.providers);
  const conversations = createConversationService({
    retentionOf: findRetentionDays,
    deleteSources: forgetSpans,
  });
  const choices = {
    conversations,
    chooseEvaluator: (workspaceId: string, id: string | null) =>
      getRequestedEvaluator(workspaceId, id, ['body', 'evaluator_id']),
    getIssueConfig,
    checkModel: (model: string) => checkModel(registry, model, ['body', 'model']),
  };
  const experiments = createExperimentService({
    ...choices,
    workflows: createExperimentWorkflows(temporal, config.temporal.taskQueue),
    runs: experimentRuns,
  });
  const runWorkflows = createOptimizationWorkflows(temporal, config.temporal.taskQueue);
  const tell = createRunDialogue(runWorkflows);
  const runs = createRunService({ ...choices, workflows: runWorkflows, tell });
  const runners = createRunnerService({ ...choices, workflows: runWorkflows, tell, isStopping });
  const onRetentionChanged = async (workspaceId: string, days: number | null) => {
    await conversations.applyRetention(workspaceId, days);
    await applyEvaluationRetention(workspaceId, days);
    await applySpanRetention(workspaceId, days);
  };
  return [
    ...sessionRoutes({ sessions: createSessionService({ throttle: createLoginThrottle() }) }),
    ...apiKeyRoutes({ apiKeys: createApiKeyService({ cursors }) }),
    ...workspaceRoutes({
      workspaces: createWorkspaceService({ cursors, hooks: { ...workspaceDefaults, onRetentionChanged } }),
    }),
    ...memberRoutes({ members: createMemberService({ cursors }) }),
    ...issueConfigRoutes(),
    ...evaluatorRoutes({ evaluators: createEvaluatorCatalog({ registry, cursors }) }),
    ...detectionRoutes({
      detection: createDetectionService({
        evaluatorFor: createEvaluatorFactory({ registry }),
        conversations,
        retentionOf: findRetentionDays,
      }),
    }),
    ...conversationRoutes({ conversations, cursors, maxBodyBytes, queryTimeoutMs }),
    ...messageRoutes({ conversations, cursors, queryTimeoutMs }),
    ...traceRoutes({
      traces: createTraceService({
        conversations,
        retentionOf: findRetentionDays,
        onlineEvaluation: evaluateInBackground(temporal, config.temporal.taskQueue, logger),
      }),
      readBytes: createRawReader(config.maxBodyBytes),
    }),
    ...messageFilterRoutes(),
    ...analyticsRoutes({
      analytics: createAnalyticsService({ conversations, queryTimeoutMs: config.queryTimeoutMs }),
    }),
    ...experimentRoutes({ experiments, cursors }),
    // Before those with {run_id}, which would take `claim` for one.
    ...runnerRoutes({ runners }),
    ...runRoutes({ runs, cursors }),
    ...comparisonRoutes({ comparison: createExperimentComparison({ conversations }), cursors }),
  ];
}

/** Online evaluation for whoever stores replies, who is not to wait for Temporal. */
function evaluateInBackground(
  temporal: Client,
  taskQueue: string,
  logger: Logger,
): Pick<OnlineEvaluationService, 'noteDue' | 'start'> {
  const workflows = createOnlineEvaluationWorkflows(temporal, taskQueue);
  const { noteDue, start } = createOnlineEvaluationService({
    workflows,
    settingsOf: findOnlineEvaluation,
    logger,
  });
  return {
    noteDue,
    async start(workspaceId, conversationIds) {
      void start(workspaceId, conversationIds);
    },
  };
}
