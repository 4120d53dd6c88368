import type { ClientSession } from 'mongoose';
import { cancelUpdate } from '../../../workflows/contracts';
import { runFinished } from '../../../workflows/optimization-run/fencing';
import type { ConversationService } from '../../conversations/conversation.service';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import { rejectUnknownConversations } from '../../experiments/creation/store-experiment';
import { findPromptWarnings } from '../../experiments/prompts/prompt-warnings';
import type { Creator } from '../../experiments/store/experiment';
import { inTransaction } from '../../platform/mongo/connection';
import { createWithWorkflow } from '../../platform/temporal/create-with-workflow';
import type { TimePosition } from '../../platform/time-position';
import type { SelectConversations } from '../../sets/select-conversations';
import { buildRun } from './build-run';
import type { OptimizationWorkflows } from './optimization-workflows';
import { deleteUntouchedRun, insertRun, listRuns, runExists } from './run.repository';
import type { CreateRun } from './run.schema';
import { getRun, type RunUpdates } from './run-updates';
import { type CandidateView, type RunView, viewCandidates, viewRun } from './run-view';

export interface RunServiceDependencies {
  workflows: OptimizationWorkflows;
  sendUpdate: RunUpdates;
  conversations: Pick<ConversationService, 'listSources' | 'streamPromptTexts'>;
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at body.evaluator_id */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /**
   * @throws AppError limit_reached if the workspace has too many open experiments, or has reached its spend
   * limit
   */
  admitExperiment(workspaceId: string, request: { canCost: boolean }): Promise<void>;
  /** In the transaction that stores a run, before it writes. @throws AppError limit_reached, not_found */
  admitRun(workspaceId: string, session: ClientSession): Promise<void>;
  selectConversations: SelectConversations;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  /** @throws AppError model_price_unknown at `loc` */
  checkPrice(model: string, loc: string[]): void;
}

export type RunService = ReturnType<typeof createRunService>;

/** The operations of users on optimization runs. */
export function createRunService(dependencies: RunServiceDependencies) {
  return {
    create: create.bind(null, dependencies),
    get,
    list,
    listCandidates,
    cancel: cancel.bind(null, dependencies),
  };
}

/**
 * Stores the run and starts its workflow, unless the same request has before.
 * @throws AppError model_unknown, model_price_unknown, limit_reached, temporal_unavailable; ValidationError for unknown
 * conversations
 */
async function create(
  dependencies: RunServiceDependencies,
  workspaceId: string,
  id: string,
  request: CreateRun,
  creator: Creator,
  signal: AbortSignal,
): Promise<RunView> {
  const { workflows, conversations } = dependencies;
  if (await runExists(workspaceId, id)) return get(workspaceId, id);
  dependencies.checkModel(request.model);
  const selection = await dependencies.selectConversations(workspaceId, request, signal);
  const { conversationIds } = selection;
  const [evaluator, issueConfig, sources] = await Promise.all([
    dependencies.chooseEvaluator(workspaceId, request.evaluator_id),
    dependencies.getIssueConfig(workspaceId),
    conversations.listSources(workspaceId, conversationIds),
    workflows.ping(),
    // Candidates may use other models, so a run can always cost something.
    dependencies.admitExperiment(workspaceId, { canCost: true }),
  ]);
  rejectUnknownConversations(conversationIds, sources);
  if (request.max_cost_cents !== null) {
    const limitLoc = ['body', 'max_cost_cents'];
    dependencies.checkPrice(request.model, limitLoc);
    if (evaluator.config !== null) dependencies.checkPrice(evaluator.config.model, limitLoc);
  }
  const run = {
    ...buildRun(workspaceId, id, request, selection, creator, evaluator, issueConfig),
    warnings: await findPromptWarnings(
      conversations.streamPromptTexts,
      workspaceId,
      request.system_prompt,
      conversationIds,
    ),
  };
  await createWithWorkflow({
    store: () =>
      inTransaction(async (session) => {
        await dependencies.admitRun(workspaceId, session);
        return insertRun(run, session);
      }),
    start: () => workflows.start(run),
    removeUntouched: () => deleteUntouchedRun(id),
  });
  return get(workspaceId, id);
}

/** @throws AppError not_found, also for a run of another workspace. */
async function get(workspaceId: string, id: string): Promise<RunView> {
  return viewRun(await getRun(workspaceId, id));
}

/** At most `limit` runs after a position, newest first. */
async function list(workspaceId: string, limit: number, after: TimePosition | null): Promise<RunView[]> {
  return Promise.all((await listRuns(workspaceId, limit, after)).map(viewRun));
}

/**
 * At most `limit` candidates after a position, in the order of their proposals.
 * @throws AppError not_found
 */
async function listCandidates(
  workspaceId: string,
  id: string,
  limit: number,
  position: number,
): Promise<CandidateView[]> {
  return viewCandidates(await getRun(workspaceId, id), position, limit);
}

/**
 * Cancels a run immediately; its runner is notified with its next request.
 * @throws AppError run_finished, temporal_unavailable
 */
async function cancel(
  { sendUpdate }: RunServiceDependencies,
  workspaceId: string,
  id: string,
): Promise<RunView> {
  await sendUpdate(workspaceId, id, cancelUpdate, null, ({ state }) => {
    throw runFinished(state);
  });
  return get(workspaceId, id);
}
