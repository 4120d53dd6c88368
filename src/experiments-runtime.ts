import type { Client } from '@temporalio/client';
import type { ClientSession } from 'mongoose';
import { createWorkspaceLimits, type WorkspaceLimits } from './access/limits/workspace-limits';
import type { Config } from './config';
import type { ConversationService } from './conversations/conversation.service';
import { countConversations } from './conversations/storage/conversation-count.repository';
import { getEvaluatorVersion, getRequestedEvaluator } from './evaluation/evaluators/requested-evaluator';
import { getIssueConfig } from './evaluation/issue-config/issue-config-versions';
import { createEndExecution } from './experiments/execution/end-execution';
import { createExperimentWorkflows } from './experiments/execution/experiment-workflows';
import { createExperimentService, type ExperimentService } from './experiments/experiment.service';
import { countOpenExperiments } from './experiments/store/experiment.repository';
import { createOptimizationWorkflows } from './optimization/runs/optimization-workflows';
import { countOpenRuns } from './optimization/runs/run.repository';
import { isOpen, recordRetryCost, reserveBudget } from './optimization/runs/run-budget';
import { type TimeLimit, withinTimeLimit } from './platform/mongo/time-limit';
import {
  checkModel,
  checkPrice,
  isFree,
  type ModelRegistry,
  nameStoredModel,
} from './providers/model-registry';
import { createConversationSelection } from './sets/select-conversations';

export type LimitsConfig = Pick<Config, 'limits' | 'queryTimeoutMs'>;

export function createLimits(config: LimitsConfig): WorkspaceLimits {
  // Counts are shared by requests, so the end of one request must not abort them.
  const within =
    (count: (workspaceId: string, limit: TimeLimit, session?: ClientSession) => Promise<number>) =>
    (workspaceId: string, session?: ClientSession) =>
      withinTimeLimit(config.queryTimeoutMs, new AbortController().signal, (limit) =>
        count(workspaceId, limit, session),
      );
  return createWorkspaceLimits({
    max: config.limits,
    countConversations: within(countConversations),
    countOpenExperiments: within(countOpenExperiments),
    countOpenRuns: within(countOpenRuns),
  });
}

/** How requests for experiments and optimization runs name what they use. */
export function createChoices(
  conversations: ConversationService,
  registry: ModelRegistry,
  queryTimeoutMs: number,
) {
  return {
    conversations,
    queryTimeoutMs,
    chooseEvaluator: (workspaceId: string, id: string | null) =>
      getRequestedEvaluator(workspaceId, id, ['body', 'evaluator_id']),
    getIssueConfig,
    selectConversations: createConversationSelection({ queryTimeoutMs }),
    checkModel: (model: string) => checkModel(registry, model, ['body', 'model']),
    checkPrice: (model: string, loc: string[]) => checkPrice(registry, model, loc),
  };
}

/** The service of experiments, for requests and for schedules. */
export function createExperiments(
  choices: ReturnType<typeof createChoices>,
  {
    registry,
    limits,
    temporal,
    taskQueue,
  }: { registry: ModelRegistry; limits: WorkspaceLimits; temporal: Client; taskQueue: string },
): ExperimentService {
  const runWorkflows = createOptimizationWorkflows(temporal, taskQueue);
  return createExperimentService({
    ...choices,
    getEvaluatorVersion,
    admitExperiment: limits.admitExperiment,
    admitOpening: limits.admitOpening,
    isFree: (model) => isFree(registry, model),
    nameModel: (stored) => nameStoredModel(registry, stored),
    workflows: createExperimentWorkflows(temporal, taskQueue),
    endExecution: createEndExecution({ recordRetryCost }),
    optimizationRuns: {
      isOpen: (workspaceId, runId) => isOpen(workspaceId, runId, runWorkflows),
      reserveBudget,
    },
  });
}
