import type { ClientSession } from 'mongoose';
import type { ConversationService } from '../conversations/conversation.service';
import { deleteEvaluationsOfExperiment } from '../conversations/evaluations/evaluation.repository';
import type { SelectConversations } from '../conversations/sets/select-conversations';
import type { EvaluatorRecord } from '../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../evaluation/issue-config/issue-config.repository';
import { AppError } from '../platform/errors/app-error';
import { conflict, notFound } from '../platform/errors/error-templates';
import { inTransaction } from '../platform/mongo/connection';
import { createWithWorkflow } from '../platform/temporal/create-with-workflow';
import { createAddConversations } from './add-conversations';
import { createAddEvaluator } from './add-evaluator';
import { buildExperiment } from './build-experiment';
import { deleteCallCosts, sumExperimentCosts } from './call-cost.repository';
import { calledModels, costLimitLoc } from './called-models';
import { type CostSums, type Costs, noCosts, splitCosts } from './costs';
import type { EndExecution } from './end-execution';
import {
  type Creator,
  type Experiment,
  type ExperimentStatus,
  endedExperimentStatuses,
  openExperimentStatuses,
  type Tally,
} from './experiment';
import {
  deleteExperiment,
  type ExperimentPage,
  type ListedExperiment,
  listExperiments,
  releaseExperiment,
  reopenExperiment,
} from './experiment.repository';
import type { AddItems, CreateExperiment } from './experiment.schema';
import type { ExperimentWorkflows } from './experiment-workflows';
import { getExperiment } from './get-experiment';
import { deleteItems, findItem, type ItemSelection, listItems, reopenFailedItems } from './item.repository';
import { deleteCounters, reopenCounted } from './item-counters.repository';
import { type ItemDetail, loadItemDetail } from './item-detail';
import { type ItemView, viewItems } from './item-view';
import { findPromptWarnings } from './prompts/prompt-warnings';
import { buildRejudging, type Rejudging } from './rejudged-experiment';
import { createReopening, stillRunning } from './reopening';
import { tallyRunning } from './running-tally';
import { rejectUnknownConversations, storeExperiment, storeWithItems } from './store-experiment';

export interface ExperimentServiceDependencies {
  workflows: ExperimentWorkflows;
  endExecution: EndExecution;
  optimizationRuns: OptimizationRuns;
  conversations: Pick<
    ConversationService,
    'listSources' | 'streamPromptTexts' | 'deleteReplies' | 'findReply' | 'findTranscript'
  >;
  selectConversations: SelectConversations;
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at body.evaluator_id */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** A version of an evaluator. @throws AppError not_found */
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
  /**
   * @throws AppError limit_reached if the workspace has too many open experiments, or has reached its spend
   * limit and the experiment can cost something
   */
  admitExperiment(workspaceId: string, request: { canCost: boolean }): Promise<void>;
  /** Whether calls of the model are known to be free. */
  isFree(model: string): boolean;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  /** @throws AppError model_price_unknown at `loc` */
  checkPrice(model: string, loc: string[]): void;
}

/** The operations on optimization runs that experiments need. */
export interface OptimizationRuns {
  /**
   * Whether the run or its workflow is open and may still read its experiments.
   * @throws AppError temporal_unavailable
   */
  isOpen(workspaceId: string, runId: string): Promise<boolean>;
  /**
   * Reserves the remaining budget of an ended run, in US cents; null: the run has no limit.
   * @throws AppError cost_limit_reached
   */
  reserveBudget(workspaceId: string, runId: string, session: ClientSession): Promise<number | null>;
}

export type ExperimentService = ReturnType<typeof createExperimentService>;

/** An experiment with its current numbers. */
export interface ExperimentView extends Omit<Experiment, 'conversationIds' | 'costs'> {
  tally: Tally;
  costs: Costs;
  /** Absent if omitted. */
  conversationIds?: string[];
}

export function createExperimentService(dependencies: ExperimentServiceDependencies) {
  const { workflows, conversations, chooseEvaluator } = dependencies;
  const reopening = createReopening({
    workflows,
    getEvaluatorVersion: dependencies.getEvaluatorVersion,
    admit,
  });
  const addConversations = createAddConversations({ ...dependencies, reopening });
  const addEvaluator = createAddEvaluator({ chooseEvaluator, startRejudging, reopening });
  return {
    check,
    create,
    rejudge,
    addItems,
    get,
    list,
    listItems: listExperimentItems,
    getItem,
    cancel,
    retry,
    remove,
  };

  /**
   * Checks a request without storing anything.
   * @throws AppError model_unknown, model_price_unknown, query_timeout, value_error; ValidationError for unknown
   * conversations
   */
  async function check(workspaceId: string, request: CreateExperiment, signal: AbortSignal): Promise<void> {
    if (!request.pass_through) dependencies.checkModel(request.model);
    const [{ conversationIds }, evaluator] = await Promise.all([
      dependencies.selectConversations(workspaceId, request, signal),
      chooseEvaluator(workspaceId, request.evaluator_id),
    ]);
    rejectUnknownConversations(
      conversationIds,
      await conversations.listSources(workspaceId, conversationIds),
    );
    checkPrices(request, evaluator);
  }

  /** @throws AppError model_price_unknown if the request limits a cost that cannot be known */
  function checkPrices(
    { max_cost_cents, pass_through, model }: CreateExperiment,
    evaluator: EvaluatorRecord,
  ): void {
    if (max_cost_cents === null) return;
    for (const one of calledModels(pass_through ? null : model, evaluator)) {
      dependencies.checkPrice(one, costLimitLoc);
    }
  }

  /**
   * Stores the experiment with its items and starts its workflow.
   * @throws AppError model_unknown, model_price_unknown, limit_reached, temporal_unavailable; ValidationError
   * for unknown conversations
   */
  async function create(
    workspaceId: string,
    id: string,
    request: CreateExperiment,
    creator: Creator,
    signal: AbortSignal,
  ): Promise<ExperimentView> {
    if (!request.pass_through) dependencies.checkModel(request.model);
    const model = request.pass_through ? null : request.model;
    const selected = await dependencies.selectConversations(workspaceId, request, signal);
    const { conversationIds } = selected;
    const choosing = chooseEvaluator(workspaceId, request.evaluator_id);
    const [evaluator, issueConfig, sources] = await Promise.all([
      choosing,
      dependencies.getIssueConfig(workspaceId),
      conversations.listSources(workspaceId, conversationIds),
      workflows.ping(),
      choosing.then((chosen) => admit(workspaceId, model, chosen)),
    ]);
    rejectUnknownConversations(conversationIds, sources);
    checkPrices(request, evaluator);
    const experiment = {
      ...buildExperiment(workspaceId, id, request, selected, creator, evaluator, issueConfig),
      warnings: await findPromptWarnings(
        conversations.streamPromptTexts,
        workspaceId,
        request.pass_through ? null : request.system_prompt_override,
        conversationIds,
      ),
    };
    await createWithWorkflow({
      store: () => storeExperiment(experiment, sources),
      start: () => workflows.start(experiment),
      removeUntouched: () => removeDocuments(experiment, ['pending']),
    });
    return get(workspaceId, id);
  }

  /**
   * Creates and starts an experiment that judges the stored replies of an ended one again.
   * @throws AppError not_found, experiment_running, limit_reached, model_price_unknown, temporal_unavailable;
   * conflict if there is no stored reply
   */
  async function rejudge(
    workspaceId: string,
    id: string,
    { sourceId, evaluatorId, creator }: { sourceId: string; evaluatorId: string | null; creator: Creator },
  ): Promise<ExperimentView> {
    const source = await getExperiment(workspaceId, sourceId);
    if (openExperimentStatuses.includes(source.status)) throw stillRunning(source.status);
    const [evaluator, issueConfig] = await Promise.all([
      chooseEvaluator(workspaceId, evaluatorId),
      dependencies.getIssueConfig(workspaceId),
    ]);
    await startRejudging(source, { id, creator, evaluator, issueConfig });
    return get(workspaceId, id);
  }

  /** @throws AppError limit_reached, model_price_unknown, temporal_unavailable; conflict if there is no stored reply */
  async function startRejudging(source: Experiment, rejudging: Rejudging): Promise<void> {
    const { evaluator } = rejudging;
    await Promise.all([workflows.ping(), admit(source.workspaceId, null, evaluator)]);
    if (source.maxCostCents !== null) {
      for (const one of calledModels(null, evaluator)) dependencies.checkPrice(one, ['body', 'evaluator_id']);
    }
    const { experiment, items } = await buildRejudging(source, rejudging);
    if (items.length === 0) {
      throw conflict('The experiment has no stored reply to judge again', {
        loc: ['path', 'experiment_id'],
      });
    }
    await createWithWorkflow({
      store: () => storeWithItems(experiment, items),
      start: () => workflows.start(experiment),
      removeUntouched: () => removeDocuments(experiment, ['pending']),
    });
  }

  /**
   * Adds conversations to an ended experiment, or judges its replies by a further evaluator; only what is missing runs.
   * Returns the experiment that has the added items.
   * @throws AppError not_found, experiment_running, conflict, value_error, limit_reached, model_price_unknown,
   * query_timeout, temporal_unavailable
   */
  async function addItems(
    workspaceId: string,
    id: string,
    request: AddItems,
    { creator, signal }: { creator: Creator; signal: AbortSignal },
  ): Promise<ExperimentView> {
    const experiment = await getExperiment(workspaceId, id);
    if (request.evaluator_id != null) {
      return get(workspaceId, await addEvaluator(experiment, request.evaluator_id, creator));
    }
    await addConversations(experiment, request, signal);
    return get(workspaceId, id);
  }

  /** @throws AppError not_found, also for an experiment of another workspace. */
  async function get(
    workspaceId: string,
    id: string,
    omit: 'conversation_ids' | null = null,
  ): Promise<ExperimentView> {
    const [view] = await viewsOf(workspaceId, [await getExperiment(workspaceId, id, omit)]);
    return view as ExperimentView;
  }

  /** A page of experiments, newest first. */
  async function list(workspaceId: string, page: ExperimentPage): Promise<ExperimentView[]> {
    return viewsOf(workspaceId, await listExperiments(workspaceId, page));
  }

  async function listExperimentItems(
    workspaceId: string,
    id: string,
    selection: ItemSelection,
  ): Promise<ItemView[]> {
    const experiment = await getExperiment(workspaceId, id, 'conversation_ids');
    return viewItems(experiment, await listItems(experiment, selection));
  }

  /** An item with its replies and their evaluations. @throws AppError not_found */
  async function getItem(workspaceId: string, id: string, itemId: string): Promise<ItemDetail> {
    const experiment = await getExperiment(workspaceId, id, 'conversation_ids');
    const item = await findItem(experiment, itemId);
    if (item === null) throw notFound('Item', 'item_id');
    const [view] = await viewItems(experiment, [item]);
    return loadItemDetail(view as ItemView, conversations);
  }

  /**
   * Requests the cancellation of an open experiment.
   * @throws AppError experiment_finished, temporal_unavailable
   */
  async function cancel(workspaceId: string, id: string): Promise<ExperimentView> {
    const experiment = await getExperiment(workspaceId, id);
    if (!openExperimentStatuses.includes(experiment.status)) {
      throw new AppError('experiment_finished', 'The experiment has ended', {
        loc: ['path', 'experiment_id'],
        ctx: { status: experiment.status },
      });
    }
    const isRequested = await workflows.cancel(id);
    if (!isRequested) {
      await dependencies.endExecution(experiment, { ending: 'cancelled' });
    }
    return get(workspaceId, id);
  }

  /**
   * Retries the failed items, within the limits of the workspace and the budget of the experiment's
   * optimization run.
   * @throws AppError experiment_in_use, experiment_running, limit_reached, cost_limit_reached, conflict if no
   * item has failed, temporal_unavailable
   */
  async function retry(workspaceId: string, id: string): Promise<ExperimentView> {
    const experiment = await getExperiment(workspaceId, id);
    await releaseFromEndedRun(experiment);
    await reopening.admitReopening(experiment);
    const { optimizationRunId: runId } = experiment;
    await reopening.reopen(workspaceId, async (session) => {
      const budget =
        runId === null
          ? null
          : await dependencies.optimizationRuns.reserveBudget(workspaceId, runId, session);
      const changed = await reopenExperiment(id, budget, session);
      if (changed === null) throw stillRunning('running');
      if ((await reopenFailedItems(changed, session)) === 0) {
        throw conflict('No item of the experiment has failed', {
          loc: ['path', 'experiment_id'],
        });
      }
      await reopenCounted(id, session);
      return changed;
    });
    return get(workspaceId, id);
  }

  /** @throws AppError limit_reached */
  function admit(workspaceId: string, model: string | null, evaluator: EvaluatorRecord): Promise<void> {
    const canCost = !calledModels(model, evaluator).every((one) => dependencies.isFree(one));
    return dependencies.admitExperiment(workspaceId, { canCost });
  }

  /**
   * Deletes an ended experiment with its items, replies and their evaluations.
   * @throws AppError experiment_in_use, experiment_running, temporal_unavailable
   */
  async function remove(workspaceId: string, id: string): Promise<void> {
    const experiment = await getExperiment(workspaceId, id);
    await releaseFromEndedRun(experiment);
    if (!(await removeDocuments(experiment, endedExperimentStatuses))) throw stillRunning(experiment.status);
  }

  /**
   * Releases an experiment from its optimization run if that has ended. The release is recorded in the
   * experiment and permanent, so that the following guarded write depends on one document only.
   * @throws AppError experiment_in_use
   */
  async function releaseFromEndedRun({
    id,
    workspaceId,
    optimizationRunId: runId,
    isReleasedByRun,
  }: Experiment) {
    if (runId === null || isReleasedByRun) return;
    if (await dependencies.optimizationRuns.isOpen(workspaceId, runId)) {
      throw new AppError('experiment_in_use', 'The optimization run of the experiment is still open', {
        loc: ['path', 'experiment_id'],
        ctx: { optimization_run_id: runId },
      });
    }
    await releaseExperiment(id);
  }

  /** Deletes an experiment with one of the statuses and all its data; returns false for another status. */
  async function removeDocuments(
    { id, workspaceId }: Experiment,
    from: ExperimentStatus[],
  ): Promise<boolean> {
    return inTransaction(async (session) => {
      if (!(await deleteExperiment(id, from, session))) return false;
      await deleteItems(id, session);
      await deleteCounters([id], session);
      await deleteCallCosts(id, session);
      await conversations.deleteReplies(workspaceId, id, session);
      await deleteEvaluationsOfExperiment(workspaceId, id, session);
      return true;
    });
  }
}

async function viewsOf(
  workspaceId: string,
  experiments: readonly ListedExperiment[],
): Promise<ExperimentView[]> {
  const running = experiments.filter(({ tally }) => tally === null).map(({ id }) => id);
  const [tallies, costs] = await Promise.all([
    tallyRunning(workspaceId, running),
    sumExperimentCosts(running),
  ]);
  return experiments.map((experiment) => ({
    ...experiment,
    tally: experiment.tally ?? (tallies.get(experiment.id) as Tally),
    costs:
      experiment.tally === null
        ? runningCosts(experiment, costs.get(experiment.id) ?? noCosts)
        : (experiment.costs ?? costsOfEarlierVersion(experiment)),
  }));
}

function runningCosts({ costCents }: ListedExperiment, sums: CostSums): Costs {
  return splitCosts(Math.max(costCents, sums.totalCents), sums);
}

/** Only the total was stored. */
function costsOfEarlierVersion({ costCents, isPassThrough }: ListedExperiment): Costs {
  const costs = splitCosts(costCents, noCosts);
  return { ...costs, generationCents: isPassThrough ? 0 : costs.generationCents };
}
