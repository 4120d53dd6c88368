import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Express } from 'express';
import { createAccessControl } from './access/identity/request-access';
import { createCredentialReader } from './access/identity/request-credential';
import { createWithinLimits } from './access/limits/creation-limits';
import { createRequestLimits } from './access/limits/request-limits';
import { createModelAdmission } from './access/limits/spend-admission';
import type { WorkspaceLimits } from './access/limits/workspace-limits';
import { createAccess } from './access/room';
import { createDeviceCookies, type DeviceCookies } from './access/sessions/device-cookie';
import { createSessionMiddleware } from './access/sessions/session-cookie';
import {
  findAnalyticsTags,
  findOnlineEvaluation,
  findWorkspaceName,
  getRetentionDays,
} from './access/workspaces/workspace-settings';
import { createWorkspaceWorkflows } from './access/workspaces/workspace-workflows';
import { createChanges } from './analytics/changes/room';
import { rebuildSegments } from './analytics/rebuild-segments';
import { createAnalytics } from './analytics/room';
import type { Config } from './config';
import type { ConversationService } from './conversations/conversation.service';
import { createConversations } from './conversations/room';
import { getRequestedEvaluator } from './evaluation/evaluators/requested-evaluator';
import { getIssueConfig } from './evaluation/issue-config/issue-config-versions';
import type { Evaluator } from './evaluation/judgment/evaluator';
import { createOnlineEvaluationService } from './evaluation/online/online-evaluation.service';
import { createOnlineEvaluationWorkflows } from './evaluation/online/online-evaluation-workflows';
import { createSlotWaker } from './evaluation/online/wake-slot';
import { createEvaluation } from './evaluation/room';
import { workspaceDefaults } from './evaluation/workspace-defaults';
import { createJudgingEstimate } from './experiments/planning/estimate-judging';
import { createExperimentsRoom, reviewedExperiments } from './experiments/room';
import { readFiringCounts } from './experiments/schedules/firing-count.repository';
import { countWithoutNextFiring } from './experiments/schedules/schedule.repository';
import { createTemporalSchedules } from './experiments/schedules/temporal-schedules';
import { createChoices, createExperiments, createLimits } from './experiments-runtime';
import { releaseTraces } from './ingestion/release-traces';
import { createIngestion } from './ingestion/room';
import { createOptimization } from './optimization/room';
import { createOptimizationWorkflows } from './optimization/runs/optimization-workflows';
import { currentTime, currentTimeMs } from './platform/clock';
import { createApp } from './platform/http/app';
import { createBodyReader } from './platform/http/body';
import { Pager } from './platform/http/pager';
import type { Route } from './platform/http/route';
import { createIdempotencyGuard } from './platform/idempotency/idempotency-guard';
import { createLogger, type Logger } from './platform/logging';
import { pingMongo } from './platform/mongo/connection';
import { mongoDiskFreeBytes } from './platform/mongo/disk-space';
import { buildOpenApi } from './platform/openapi/build-openapi';
import { Metrics } from './platform/operations/metrics';
import { createPages } from './platform/operations/pages';
import { packageRoot } from './platform/package-root';
import { KeyRing } from './platform/security/key-ring';
import { pingTemporal } from './platform/temporal/connection';
import { countLiveWorkers } from './platform/temporal/live-workers';
import { version } from './platform/version';
import { modelRoutes } from './providers/model.routes';
import { createModelRegistry, isFree, type ModelRegistry } from './providers/model-registry';
import { createReview } from './review/room';
import { createSets } from './sets/room';

/** Workers read the next firings every two minutes. */
const MAX_FIRING_AGE_MS = 600_000;

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
  metrics.addStoredGauge({
    name: 'assay_schedules_without_next_firing',
    help: 'Active schedules that have had no next firing in Temporal for ten minutes',
    read: () => countWithoutNextFiring(new Date(currentTimeMs() - MAX_FIRING_AGE_MS)),
  });
  metrics.addStoredGauge({
    name: 'assay_mongodb_disk_free_bytes',
    help: 'Free bytes of the disk of MongoDB, when it was last read',
    read: async () => mongoDiskFreeBytes(),
  });
  metrics.addStoredGauge({
    name: 'assay_workers',
    help: 'Workers that poll the task queue and have been alive for four seconds',
    read: () => countLiveWorkers(config.temporal.taskQueue),
  });
  const sessionKeys = KeyRing.derive(config.secrets, 'session');
  const devices = deviceCookiesOf(config);
  const requestLimits = createRequestLimits({
    perWorkspace: config.limits.requestsPerMinute,
    perAddress: config.limits.anonymousRequestsPerMinute,
    readCredential: createCredentialReader({ keys: sessionKeys, devices }),
  });
  return createApp(routes, {
    logger,
    trustProxy: config.trustProxy,
    access: createAccessControl({ logger }),
    idempotency: createIdempotencyGuard(KeyRing.derive(config.secrets, 'idempotency')),
    readerOf: createBodyReader(),
    maxBodyBytes: config.maxBodyBytes,
    session: createSessionMiddleware(sessionKeys, devices),
    requestLimits,
    ingestionLimits: limits,
    observe: metrics.observe,
    pages: createPages({
      metrics,
      openApi: buildOpenApi(routes, { version, maxBodyBytes: config.maxBodyBytes }),
      engines: { mongodb: pingMongo, temporal: () => pingTemporal(temporal) },
      isStopping,
      dashboardFolder: join(packageRoot, 'dist/web'),
      referenceFolder: join(packageRoot, 'dist/api-reference'),
      guidesFolder: join(packageRoot, 'docs'),
      countPage: (request) => {
        requestLimits.admit(request, true);
        requestLimits.countAnonymous(request);
      },
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
  const { taskQueue } = config.temporal;
  const pager = new Pager(KeyRing.derive(config.secrets, 'cursor'));
  const common = { pager, queryTimeoutMs, createWithinLimits };
  const registry = createModelRegistry(config.providers);
  const stored = createConversations({
    ...common,
    retentionOf: getRetentionDays,
    releaseSources: releaseTraces,
    maxBodyBytes,
  });
  const { conversations, exports } = stored;
  const choices = createChoices(conversations, registry, queryTimeoutMs);
  const review = createReview({
    ...common,
    ...reviewedExperiments,
    labelsOf: async (workspaceId) => (await getIssueConfig(workspaceId)).labels.map(({ name }) => name),
    chooseEvaluator: getRequestedEvaluator,
    getIssueConfig,
    exports,
  });
  return [
    createAccessRoom(config, temporal, limits, logger, pager),
    createEvaluationRoom(config, temporal, logger, { registry, grounding, pager, limits, conversations }),
    stored,
    { routes: modelRoutes({ registry }) },
    createSets(common),
    createIngestionRoom(config, temporal, conversations, logger),
    review,
    createAnalytics({ ...common, tagKeysOf: findAnalyticsTags }),
    createChanges({ ...common, tagKeysOf: findAnalyticsTags }),
    createExperimentsRoom({
      ...common,
      ...choices,
      experiments: createExperiments(choices, { registry, limits, temporal, taskQueue }),
      schedules: createTemporalSchedules(temporal, taskQueue),
      resolveModel: (name) => registry.resolve(name),
      accuracy: review.accuracy,
      exports,
    }),
    createOptimization({
      ...choices,
      admitExperiment: limits.admitExperiment,
      admitRun: limits.admitRun,
      workflows: createOptimizationWorkflows(temporal, taskQueue),
      isStopping,
      pager,
    }),
  ].flatMap(({ routes }) => routes);
}

interface EvaluationParts {
  registry: ModelRegistry;
  grounding: Evaluator | undefined;
  pager: Pager;
  limits: WorkspaceLimits;
  conversations: ConversationService;
}

function createEvaluationRoom(
  { temporal: { taskQueue }, queryTimeoutMs }: Config,
  temporal: Client,
  logger: Logger,
  { registry, grounding, pager, limits, conversations }: EvaluationParts,
): { routes: Route[] } {
  const admitModel = createModelAdmission(limits.admitSpending, (model) => isFree(registry, model));
  const wakeSlot = createSlotWaker(createOnlineEvaluationWorkflows(temporal, taskQueue));
  return createEvaluation({
    registry,
    grounding,
    conversations,
    admitModel,
    pager,
    estimateJudging: createJudgingEstimate({
      conversations,
      getIssueConfig,
      resolveModel: (name) => registry.resolve(name),
    }),
    createWithinLimits,
    wake: (workspaceId) => wakeSlot({ workspaceId, slot: 0 }, currentTime()),
    queryTimeoutMs,
    logger,
  });
}

function createAccessRoom(
  config: Config,
  temporal: Client,
  limits: WorkspaceLimits,
  logger: Logger,
  pager: Pager,
): { routes: Route[] } {
  const workflows = createWorkspaceWorkflows(temporal, config.temporal.taskQueue);
  const inBackground = (start: (workspaceId: string) => Promise<void>) => (workspaceId: string) => {
    start(workspaceId).catch((error: unknown) => {
      logger.warn({ err: error, workspaceId }, 'work was not started; the reconciler will start it');
    });
  };
  return createAccess({
    devices: deviceCookiesOf(config),
    limits,
    workspacesPerUser: config.limits.workspacesPerUser,
    hooks: {
      ...workspaceDefaults,
      applyRetention: inBackground(workflows.applyRetention),
      onAnalyticsTagsChanged: rebuildSegments,
    },
    startDeletion: inBackground(workflows.deleteWorkspace),
    pager,
  });
}

function createIngestionRoom(
  config: Config,
  temporal: Client,
  conversations: ConversationService,
  logger: Logger,
): { routes: Route[] } {
  const { markDue, start } = createOnlineEvaluationService({
    workflows: createOnlineEvaluationWorkflows(temporal, config.temporal.taskQueue),
    settingsOf: findOnlineEvaluation,
    logger,
  });
  return createIngestion({
    conversations,
    retentionOf: getRetentionDays,
    onlineEvaluation: {
      markDue,
      // The response to an export does not wait for Temporal.
      async start(workspaceId, conversationIds) {
        void start(workspaceId, conversationIds);
      },
    },
    workspaceExists: async (workspaceId) => (await findWorkspaceName(workspaceId)) !== null,
    maxExportBytes: config.maxExportBytes,
    logger,
  });
}

function deviceCookiesOf({ secrets }: Config): DeviceCookies {
  return createDeviceCookies(KeyRing.derive(secrets, 'device'));
}
