import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Express } from 'express';
import { accountRoutes } from './access/accounts/account.routes';
import { createAccountService } from './access/accounts/account.service';
import { deleteWorkspaceKeys } from './access/api-keys/api-key.repository';
import { apiKeyRoutes } from './access/api-keys/api-key.routes';
import { createApiKeyService } from './access/api-keys/api-key.service';
import { createAccessControl } from './access/identity/request-access';
import { createCredentialReader } from './access/identity/request-credential';
import { invitationRoutes } from './access/invitations/invitation.routes';
import { createInvitationService } from './access/invitations/invitation.service';
import { createInvitationAcceptance } from './access/invitations/invitation-acceptance';
import { createRequestLimits } from './access/limits/request-limits';
import { createModelAdmission } from './access/limits/spend-admission';
import { usageRoutes } from './access/limits/usage.routes';
import { createDeviceCookies, type DeviceCookies } from './access/sessions/device-cookie';
import { createLoginThrottle } from './access/sessions/login-throttle';
import { sessionRoutes } from './access/sessions/session.routes';
import { createSessionService } from './access/sessions/session.service';
import { createSessionMiddleware } from './access/sessions/session-cookie';
import { memberRoutes } from './access/workspaces/members/member.routes';
import { createMemberService } from './access/workspaces/members/member.service';
import { requireExistingWorkspace } from './access/workspaces/require-existing-workspace';
import { workspaceRoutes } from './access/workspaces/workspace.routes';
import { createWorkspaceService } from './access/workspaces/workspace.service';
import { workspaceDeletionRoutes } from './access/workspaces/workspace-deletion.routes';
import { createWorkspaceDeletionService } from './access/workspaces/workspace-deletion.service';
import {
  findOnlineEvaluation,
  findWorkspaceName,
  getRetentionDays,
} from './access/workspaces/workspace-settings';
import { createWorkspaceWorkflows } from './access/workspaces/workspace-workflows';
import { analyticsRoutes } from './analytics/analytics.routes';
import { createAnalyticsService } from './analytics/analytics.service';
import type { Config } from './config';
import { createInvalidationService } from './conversations/changed-periods/invalidation.service';
import { conversationRoutes } from './conversations/conversation.routes';
import { createConversationService } from './conversations/conversation.service';
import { findingRoutes } from './conversations/findings/finding.routes';
import { createFindingService } from './conversations/findings/finding.service';
import { messageRoutes } from './conversations/message.routes';
import { messageFilterRoutes } from './conversations/message-filter/message-filter.routes';
import { createTransferLimit } from './conversations/transfer/transfer-limit';
import { detectionRoutes } from './evaluation/detection/detection.routes';
import { createDetectionService } from './evaluation/detection/detection.service';
import { evaluatorRoutes } from './evaluation/evaluators/evaluator.routes';
import { createEvaluatorService } from './evaluation/evaluators/evaluator.service';
import { createEvaluatorFactory } from './evaluation/evaluators/evaluator-factory';
import { getRequestedEvaluator } from './evaluation/evaluators/requested-evaluator';
import { issueConfigRoutes } from './evaluation/issue-config/issue-config.routes';
import { getIssueConfig } from './evaluation/issue-config/issue-config-versions';
import type { Evaluator } from './evaluation/judgment/evaluator';
import {
  createOnlineEvaluationService,
  type OnlineEvaluationService,
} from './evaluation/online/online-evaluation.service';
import { createOnlineEvaluationWorkflows } from './evaluation/online/online-evaluation-workflows';
import { workspaceDefaults } from './evaluation/workspace-defaults';
import { baselineComparisonRoutes } from './experiments/comparison/baseline-comparison.routes';
import { createBaselineComparisonService } from './experiments/comparison/baseline-comparison.service';
import { comparableExperimentsRoutes } from './experiments/comparison/comparable-experiments.routes';
import { createComparableExperimentsService } from './experiments/comparison/comparable-experiments.service';
import { comparisonRoutes } from './experiments/comparison/comparison.routes';
import { createComparisonService } from './experiments/comparison/comparison.service';
import { judgedPromptOf } from './experiments/execution/replay';
import { experimentRoutes } from './experiments/experiment.routes';
import { estimateRoutes } from './experiments/planning/estimate.routes';
import { createEstimateService } from './experiments/planning/estimate.service';
import { sampleSizeRoutes } from './experiments/planning/sample-size.routes';
import { createSampleSizeService } from './experiments/planning/sample-size.service';
import { createIssueRateVariance } from './experiments/results/issue-rate-variance';
import { readFiringCounts } from './experiments/schedules/firing-count.repository';
import { scheduleRoutes } from './experiments/schedules/schedule.routes';
import { createScheduleService } from './experiments/schedules/schedule.service';
import { createTemporalSchedules } from './experiments/schedules/temporal-schedules';
import { findExperimentWithoutIds } from './experiments/store/experiment.repository';
import { listBaselineMessageIds } from './experiments/store/item.repository';
import { createChoices, createExperiments, createLimits } from './experiments-runtime';
import { releaseTraces } from './ingestion/release-traces';
import { ingestionStatusRoutes } from './ingestion/status/ingestion-status.routes';
import { createIngestionStatusService } from './ingestion/status/ingestion-status.service';
import { traceRoutes } from './ingestion/trace.routes';
import { createTraceService } from './ingestion/trace.service';
import { createOptimizationWorkflows } from './optimization/runs/optimization-workflows';
import { runRoutes } from './optimization/runs/run.routes';
import { createRunService } from './optimization/runs/run.service';
import { createRunUpdates } from './optimization/runs/run-updates';
import { runnerRoutes } from './optimization/runs/runner.routes';
import { createRunnerService } from './optimization/runs/runner.service';
import { createApp } from './platform/http/app';
import { createBodyReader } from './platform/http/body';
import { buildOpenApi } from './platform/http/openapi';
import { Pager } from './platform/http/pager';
import type { Route } from './platform/http/route';
import { createIdempotencyGuard } from './platform/idempotency/idempotency-guard';
import { createLogger, type Logger } from './platform/logging';
import { pingMongo } from './platform/mongo/connection';
import { Metrics } from './platform/operations/metrics';
import { createPages } from './platform/operations/pages';
import { packageRoot } from './platform/package-root';
import { KeyRing } from './platform/security/key-ring';
import { pingTemporal } from './platform/temporal/connection';
import { version } from './platform/version';
import { createModelRegistry, isFree } from './providers/model-registry';
import { accuracyRoutes } from './review/accuracy/accuracy.routes';
import { toCorrectedExperiment } from './review/accuracy/accuracy.schema';
import { createAccuracyService } from './review/accuracy/accuracy.service';
import { createAgreementService } from './review/agreement/agreement.service';
import { calibrationRoutes } from './review/calibration/calibration.routes';
import { createCalibrationService } from './review/calibration/calibration.service';
import { reviewItemRoutes } from './review/queues/review-item.routes';
import { reviewQueueRoutes } from './review/queues/review-queue.routes';
import { createReviewQueueService } from './review/queues/review-queue.service';
import { reviewRoutes } from './review/reviews/review.routes';
import { createReviewService } from './review/reviews/review.service';
import { conversationSetRoutes } from './sets/conversation-set.routes';
import { createConversationSetService } from './sets/conversation-set.service';

export interface ApiDependencies {
  config: Config;
  logger: Logger;
  temporal: Client;
  isStopping: () => boolean;
  /** The embedded evaluator. Default: on the event loop. */
  grounding?: Evaluator;
}

/** Builds the whole API on the connected database. Does not listen. */
export function createApi({ config, logger, temporal, isStopping, grounding }: ApiDependencies): Express {
  const limits = createLimits(config);
  const routes = createRoutes(config, temporal, isStopping, logger, grounding, limits);
  const metrics = new Metrics();
  metrics.addStored({
    name: 'assay_schedule_firings_total',
    help: 'Firings of schedules by result: created, or the code of the error that prevented the experiment',
    label: 'result',
    read: readFiringCounts,
  });
  const sessionKeys = KeyRing.derive(config.secrets, 'session');
  const devices = deviceCookiesOf(config);
  return createApp(routes, {
    logger,
    trustProxy: config.trustProxy,
    access: createAccessControl({ logger }),
    idempotency: createIdempotencyGuard(KeyRing.derive(config.secrets, 'idempotency')),
    readerOf: createBodyReader(),
    maxBodyBytes: config.maxBodyBytes,
    session: createSessionMiddleware(sessionKeys, devices),
    requestLimits: createRequestLimits({
      perWorkspace: config.limits.requestsPerMinute,
      perAddress: config.limits.anonymousRequestsPerMinute,
      readCredential: createCredentialReader({ keys: sessionKeys, devices }),
    }),
    ingestionLimits: limits,
    observe: metrics.observe,
    pages: createPages({
      metrics,
      openApi: buildOpenApi(routes, { version, maxBodyBytes: config.maxBodyBytes }),
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
  grounding?: Evaluator,
  limits = createLimits(config),
): Route[] {
  const { maxBodyBytes, queryTimeoutMs } = config;
  const pager = new Pager(KeyRing.derive(config.secrets, 'cursor'));
  const registry = createModelRegistry(config.providers);
  const conversations = createConversationService({
    retentionOf: getRetentionDays,
    releaseSources: releaseTraces,
  });
  const choices = createChoices(conversations, registry, queryTimeoutMs);
  const runWorkflows = createOptimizationWorkflows(temporal, config.temporal.taskQueue);
  const { taskQueue } = config.temporal;
  const experiments = createExperiments(choices, { registry, limits, temporal, taskQueue });
  const schedules = createScheduleService({
    schedules: createTemporalSchedules(temporal, taskQueue),
    experiments,
    pager,
  });
  const labelsOf = async (workspaceId: string) =>
    (await getIssueConfig(workspaceId)).labels.map(({ name }) => name);
  const accuracy = createAccuracyService({
    chooseEvaluator: getRequestedEvaluator,
    getIssueConfig,
    findJudgeVersion: findExperimentWithoutIds,
    listBaselineMessageIds,
    async readJudgedPrompt(workspaceId, experimentId, messages) {
      const experiment = await findExperimentWithoutIds(workspaceId, experimentId);
      const override =
        experiment === null || experiment.isPassThrough ? null : experiment.systemPromptOverride;
      return judgedPromptOf(messages, override);
    },
    queryTimeoutMs,
  });
  const ingestionStatus = createIngestionStatusService({
    logger,
    workspaceExists: async (workspaceId) => (await findWorkspaceName(workspaceId)) !== null,
  });
  const queues = createReviewQueueService({
    labelsOf,
    checkEvaluator: getRequestedEvaluator,
    requireWorkspace: requireExistingWorkspace,
    queryTimeoutMs,
  });
  const estimates = createEstimateService({
    ...choices,
    resolveModel: (name) => registry.resolve(name),
    queryTimeoutMs,
  });
  const sendUpdate = createRunUpdates(runWorkflows);
  const runs = createRunService({
    ...choices,
    admitExperiment: limits.admitExperiment,
    workflows: runWorkflows,
    sendUpdate,
  });
  const runners = createRunnerService({ ...choices, workflows: runWorkflows, sendUpdate, isStopping });
  const workspaceWorkflows = createWorkspaceWorkflows(temporal, config.temporal.taskQueue);
  const inBackground = (start: (workspaceId: string) => Promise<void>) => (workspaceId: string) => {
    start(workspaceId).catch((error: unknown) => {
      logger.warn({ err: error, workspaceId }, 'work was not started; the reconciler will start it');
    });
  };
  const applyRetention = inBackground(workspaceWorkflows.applyRetention);
  const exports = createTransferLimit('exports');
  const startDeletion = inBackground(workspaceWorkflows.deleteWorkspace);
  return [
    ...sessionRoutes({
      sessions: createSessionService({ throttle: createLoginThrottle() }),
      devices: deviceCookiesOf(config),
    }),
    ...accountRoutes({ accounts: createAccountService({ pager }) }),
    ...apiKeyRoutes({ apiKeys: createApiKeyService({ pager }) }),
    ...workspaceRoutes({
      workspaces: createWorkspaceService({
        pager,
        hooks: { ...workspaceDefaults, applyRetention },
        maxPerUser: config.limits.workspacesPerUser,
      }),
    }),
    ...usageRoutes({ limits }),
    ...workspaceDeletionRoutes({
      deletions: createWorkspaceDeletionService({ deleteKeys: deleteWorkspaceKeys, startDeletion }),
    }),
    ...memberRoutes({ members: createMemberService({ pager }) }),
    ...invitationRoutes({
      invitations: createInvitationService({ pager }),
      acceptance: createInvitationAcceptance(),
    }),
    ...issueConfigRoutes(),
    ...evaluatorRoutes({ evaluators: createEvaluatorService({ registry, pager }) }),
    ...detectionRoutes({
      detection: createDetectionService({
        createEvaluator: createEvaluatorFactory({ registry, grounding }),
        conversations,
        admitModel: createModelAdmission(limits.admitSpending, (model) => isFree(registry, model)),
      }),
    }),
    ...conversationRoutes({ conversations, exports, pager, maxBodyBytes, queryTimeoutMs }),
    ...messageRoutes({ conversations, pager, queryTimeoutMs }),
    ...conversationSetRoutes({
      sets: createConversationSetService({
        pager,
        queryTimeoutMs,
        requireWorkspace: requireExistingWorkspace,
      }),
    }),
    ...findingRoutes({ findings: createFindingService(), exports, pager, queryTimeoutMs }),
    ...traceRoutes({
      traces: createTraceService({
        conversations,
        retentionOf: getRetentionDays,
        onlineEvaluation: evaluateInBackground(temporal, config.temporal.taskQueue, logger),
      }),
      status: ingestionStatus,
      maxExportBytes: config.maxExportBytes,
    }),
    ...ingestionStatusRoutes({ status: ingestionStatus }),
    ...messageFilterRoutes(),
    ...reviewRoutes({ reviews: createReviewService({ labelsOf }), pager }),
    ...reviewQueueRoutes({ queues, agreement: createAgreementService({ queryTimeoutMs }), pager }),
    ...reviewItemRoutes({ queues }),
    ...accuracyRoutes({ accuracy, exports }),
    ...calibrationRoutes({
      calibrations: createCalibrationService({
        chooseEvaluator: getRequestedEvaluator,
        getIssueConfig,
        requireWorkspace: requireExistingWorkspace,
        queryTimeoutMs,
        pager,
      }),
    }),
    ...analyticsRoutes({
      analytics: createAnalyticsService({
        invalidation: createInvalidationService(),
        queryTimeoutMs: config.queryTimeoutMs,
      }),
    }),
    // Before the experiments, whose id the path would be.
    ...sampleSizeRoutes({ sampleSize: createSampleSizeService({ queryTimeoutMs }) }),
    ...estimateRoutes({ estimates }),
    ...experimentRoutes({
      experiments,
      async correctRates(workspaceId, experimentId, signal) {
        const corrected = await accuracy.correctExperiment(workspaceId, experimentId, signal);
        return corrected && toCorrectedExperiment(corrected);
      },
      async correctBaselineRates(workspaceId, experimentId, signal) {
        const corrected = await accuracy.correctBaseline(workspaceId, experimentId, signal);
        return corrected && toCorrectedExperiment(corrected);
      },
      measureIssueRateVariance: createIssueRateVariance({ queryTimeoutMs }),
      exports,
      pager,
    }),
    ...scheduleRoutes({ schedules }),
    // Must precede the routes with {run_id}, which would match `claim` too.
    ...runnerRoutes({ runners }),
    ...runRoutes({ runs, pager }),
    ...baselineComparisonRoutes({
      baselineComparison: createBaselineComparisonService({ queryTimeoutMs }),
    }),
    ...comparableExperimentsRoutes({
      comparableExperiments: createComparableExperimentsService({ queryTimeoutMs }),
      pager,
    }),
    ...comparisonRoutes({
      comparison: createComparisonService({ conversations, queryTimeoutMs }),
      pager,
    }),
  ];
}

function deviceCookiesOf({ secrets }: Config): DeviceCookies {
  return createDeviceCookies(KeyRing.derive(secrets, 'device'));
}

/** Online evaluation for services that store replies and must not wait for Temporal. */
function evaluateInBackground(
  temporal: Client,
  taskQueue: string,
  logger: Logger,
): Pick<OnlineEvaluationService, 'markDue' | 'start'> {
  const workflows = createOnlineEvaluationWorkflows(temporal, taskQueue);
  const { markDue, start } = createOnlineEvaluationService({
    workflows,
    settingsOf: findOnlineEvaluation,
    logger,
  });
  return {
    markDue,
    async start(workspaceId, conversationIds) {
      void start(workspaceId, conversationIds);
    },
  };
}
