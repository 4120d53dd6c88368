import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import { createWithWorkflow } from '../../platform/temporal/create-with-workflow';
import type { SelectConversations } from '../../sets/select-conversations';
import type { ExperimentWorkflows } from '../execution/experiment-workflows';
import { deleteDocuments } from '../store/delete-documents';
import type { Creator } from '../store/experiment';
import { rejectTooManyItems } from '../store/samples';
import type { CreateExperiment } from '../wire/experiment.schema';
import { buildExperiment } from './build-experiment';
import { costLimitLoc } from './called-models';
import type { CostChecks } from './cost-checks';
import { rejectEarlyStop } from './early-stop';
import { listReplaySources, type ReplaySourceConversations, warnOfPrompt } from './replay-sources';
import { rejectUnknownConversations, storeExperiment } from './store-experiment';

export interface CreateExperimentDependencies {
  workflows: Pick<ExperimentWorkflows, 'ping' | 'start'>;
  conversations: ReplaySourceConversations;
  queryTimeoutMs: number;
  selectConversations: SelectConversations;
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at body.evaluator_id */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  costs: CostChecks;
}

export type ExperimentCreation = ReturnType<typeof createExperimentCreation>;

/** Checks and creates experiments as a request describes them. */
export function createExperimentCreation(dependencies: CreateExperimentDependencies) {
  return { check: check.bind(null, dependencies), create: create.bind(null, dependencies) };
}

/**
 * Checks a request without storing anything.
 * @throws AppError model_unknown, model_price_unknown, query_timeout, value_error; ValidationError for unknown
 * conversations
 */
async function check(
  dependencies: CreateExperimentDependencies,
  workspaceId: string,
  request: CreateExperiment,
  signal: AbortSignal,
): Promise<void> {
  const { selectConversations, chooseEvaluator, costs } = dependencies;
  const model = checkModel(dependencies, request);
  const [selection, evaluator] = await Promise.all([
    selectConversations(workspaceId, request, signal),
    chooseEvaluator(workspaceId, request.evaluator_id),
  ]);
  const { conversationIds } = selection;
  rejectEarlyStop(request, selection.chosenBy);
  const sources = await listReplaySources(dependencies, workspaceId, selection, request.replay_at, signal);
  rejectUnknownConversations(conversationIds, sources);
  rejectTooManyItems(conversationIds.length, request.samples_per_item);
  costs.checkPrices(request.max_cost_cents, model, evaluator, costLimitLoc);
}

/**
 * Stores the experiment with its items and starts its workflow.
 * @throws AppError model_unknown, model_price_unknown, limit_reached, query_timeout, temporal_unavailable;
 * ValidationError for unknown conversations
 */
async function create(
  dependencies: CreateExperimentDependencies,
  workspaceId: string,
  id: string,
  request: CreateExperiment,
  creator: Creator,
  signal: AbortSignal,
): Promise<void> {
  const { workflows, conversations, selectConversations, chooseEvaluator, costs } = dependencies;
  const model = checkModel(dependencies, request);
  const selection = await selectConversations(workspaceId, request, signal);
  const { conversationIds } = selection;
  rejectTooManyItems(conversationIds.length, request.samples_per_item);
  rejectEarlyStop(request, selection.chosenBy);
  const choosing = chooseEvaluator(workspaceId, request.evaluator_id);
  const [evaluator, issueConfig, sources] = await Promise.all([
    choosing,
    dependencies.getIssueConfig(workspaceId),
    listReplaySources(dependencies, workspaceId, selection, request.replay_at, signal),
    workflows.ping(),
    choosing.then((selection) => costs.admit(workspaceId, model, selection)),
  ]);
  rejectUnknownConversations(conversationIds, sources);
  costs.checkPrices(request.max_cost_cents, model, evaluator, costLimitLoc);
  const built = buildExperiment(workspaceId, id, request, selection, creator, evaluator, issueConfig);
  const experiment = { ...built, warnings: await warnOfPrompt(conversations, built, sources) };
  await createWithWorkflow({
    store: () => storeExperiment(experiment, sources, costs.admitOpening),
    start: () => workflows.start(experiment),
    removeUntouched: () => deleteDocuments(experiment, ['pending']),
  });
}

/** The model that generates the replies; null if they are passed through. @throws AppError model_unknown */
function checkModel(
  dependencies: CreateExperimentDependencies,
  { pass_through, model }: CreateExperiment,
): string | null {
  if (pass_through) return null;
  dependencies.checkModel(model);
  return model;
}
