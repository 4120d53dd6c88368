import type { ConversationService } from '../conversations/conversation.service';
import type { EvaluatorRecord } from '../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../evaluation/issue-config/issue-config.repository';
import { AppError } from '../platform/errors/app-error';
import { notFound } from '../platform/errors/error-templates';
import type { SelectConversations } from '../sets/select-conversations';
import { createAddConversations } from './creation/add-conversations';
import { createAddEvaluator } from './creation/add-evaluator';
import { type CostCheckDependencies, createCostChecks } from './creation/cost-checks';
import { createExperimentCreation } from './creation/create-experiment';
import {
  createFreshBaseline,
  type FreshBaselineDependencies,
  type FreshBaselineRequest,
} from './creation/fresh-baseline';
import { createRejudgeExperiment } from './creation/rejudge-experiment';
import { releaseFromEndedRun } from './creation/release-experiment';
import { createExperimentReopener, stillRunning } from './creation/reopening';
import type { ReplaySourceConversations } from './creation/replay-sources';
import { createRetry, type OptimizationRuns } from './creation/retry-experiment';
import type { EndExecution } from './execution/end-execution';
import type { ExperimentWorkflows } from './execution/experiment-workflows';
import { type ExperimentView, viewExperiments } from './results/experiment-view';
import { type ItemDetail, loadItemDetail } from './results/item-detail';
import { type ItemView, viewItems } from './results/item-view';
import { deleteDocuments } from './store/delete-documents';
import { type Creator, endedExperimentStatuses, openExperimentStatuses } from './store/experiment';
import {
  type ExperimentPage,
  findExperimentWithoutIds,
  listExperiments,
} from './store/experiment.repository';
import { getExperiment } from './store/get-experiment';
import { findItem, type ItemSelection, listItems } from './store/item.repository';
import type { AddItems, CreateExperiment } from './wire/experiment.schema';

export interface ExperimentServiceDependencies extends CostCheckDependencies {
  workflows: ExperimentWorkflows;
  endExecution: EndExecution;
  optimizationRuns: OptimizationRuns;
  conversations: ReplaySourceConversations & Pick<ConversationService, 'findReply' | 'findTranscript'>;
  queryTimeoutMs: number;
  selectConversations: SelectConversations;
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at body.evaluator_id */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** A version of an evaluator. @throws AppError not_found */
  getEvaluatorVersion(workspaceId: string, evaluatorId: string, version: number): Promise<EvaluatorRecord>;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  nameModel: FreshBaselineDependencies['nameModel'];
}

export type ExperimentService = ReturnType<typeof createExperimentService>;

/** The use cases of the API. What starts an experiment or opens one again is in other files. */
export function createExperimentService(dependencies: ExperimentServiceDependencies) {
  const costs = createCostChecks(dependencies);
  const creation = createExperimentCreation({ ...dependencies, costs });
  const { rejudge, startRejudgedExperiment } = createRejudgeExperiment({ ...dependencies, costs });
  const createBaseline = createFreshBaseline({ ...dependencies, costs });
  const reopener = createExperimentReopener({ ...dependencies, ...costs });
  const retry = createRetry({ ...dependencies, reopener });
  const addConversations = createAddConversations({ ...dependencies, reopener });
  const addEvaluator = createAddEvaluator({ ...dependencies, startRejudgedExperiment, reopener });

  return {
    check: creation.check,

    /** @throws errors of `createExperimentCreation` */
    create(
      workspaceId: string,
      id: string,
      request: CreateExperiment,
      creator: Creator,
      signal: AbortSignal,
    ): Promise<ExperimentView> {
      return createOnce(workspaceId, id, () => creation.create(workspaceId, id, request, creator, signal));
    },

    /** @throws errors of `createRejudgeExperiment` */
    rejudge(
      workspaceId: string,
      id: string,
      request: Parameters<typeof rejudge>[2],
    ): Promise<ExperimentView> {
      return createOnce(workspaceId, id, () => rejudge(workspaceId, id, request));
    },

    /** @throws errors of `createFreshBaseline` */
    createFreshBaseline(
      workspaceId: string,
      id: string,
      request: FreshBaselineRequest,
    ): Promise<ExperimentView> {
      return createOnce(workspaceId, id, () => createBaseline(workspaceId, id, request));
    },

    /** @throws errors of `createRetry` */
    async retry(workspaceId: string, id: string): Promise<ExperimentView> {
      await retry(workspaceId, id);
      return get(workspaceId, id);
    },

    addItems: addItems.bind(null, { addConversations, addEvaluator }),
    get,
    list,
    listItems: listExperimentItems,
    getItem: getItem.bind(null, dependencies),
    cancel: cancel.bind(null, dependencies),
    remove: remove.bind(null, dependencies),
  };
}

/** Creates an experiment unless the same request has before, which counts toward the limits by now. */
async function createOnce(
  workspaceId: string,
  id: string,
  create: () => Promise<void>,
): Promise<ExperimentView> {
  if ((await findExperimentWithoutIds(workspaceId, id)) === null) await create();
  return get(workspaceId, id);
}

interface Additions {
  addConversations: ReturnType<typeof createAddConversations>;
  addEvaluator: ReturnType<typeof createAddEvaluator>;
}

/**
 * Adds conversations to an ended experiment, or judges its replies by a further evaluator; only what is missing runs.
 * Returns the experiment that has the added items.
 * @throws AppError not_found, experiment_running, conflict, value_error, limit_reached, model_price_unknown,
 * query_timeout, temporal_unavailable
 */
async function addItems(
  { addConversations, addEvaluator }: Additions,
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
  const [view] = await viewExperiments(workspaceId, [await getExperiment(workspaceId, id, omit)]);
  return view as ExperimentView;
}

/** A page of experiments, newest first. */
async function list(workspaceId: string, page: ExperimentPage): Promise<ExperimentView[]> {
  return viewExperiments(workspaceId, await listExperiments(workspaceId, page));
}

async function listExperimentItems(
  workspaceId: string,
  id: string,
  selection: ItemSelection,
): Promise<ItemView[]> {
  const experiment = await getExperiment(workspaceId, id, 'conversation_ids');
  return viewItems(workspaceId, await listItems(experiment, selection));
}

/** An item with its replies and their evaluations. @throws AppError not_found */
async function getItem(
  { conversations }: ExperimentServiceDependencies,
  workspaceId: string,
  id: string,
  itemId: string,
): Promise<ItemDetail> {
  const experiment = await getExperiment(workspaceId, id, 'conversation_ids');
  const item = await findItem(experiment, itemId);
  if (item === null) throw notFound('Item', 'item_id');
  const [view] = await viewItems(workspaceId, [item]);
  return loadItemDetail(view as ItemView, conversations);
}

/**
 * Requests the cancellation of an open experiment.
 * @throws AppError experiment_finished, temporal_unavailable
 */
async function cancel(
  { workflows, endExecution }: ExperimentServiceDependencies,
  workspaceId: string,
  id: string,
): Promise<ExperimentView> {
  const experiment = await getExperiment(workspaceId, id);
  if (!openExperimentStatuses.includes(experiment.status)) {
    throw new AppError('experiment_finished', 'The experiment has ended', {
      loc: ['path', 'experiment_id'],
      ctx: { status: experiment.status },
    });
  }
  const isRequested = await workflows.cancel(id);
  if (!isRequested) {
    await endExecution(experiment, { ending: 'cancelled' });
  }
  return get(workspaceId, id);
}

/**
 * Deletes an ended experiment with its items, replies and their evaluations.
 * @throws AppError experiment_in_use, experiment_running, temporal_unavailable
 */
async function remove(
  { optimizationRuns }: ExperimentServiceDependencies,
  workspaceId: string,
  id: string,
): Promise<void> {
  const experiment = await getExperiment(workspaceId, id);
  await releaseFromEndedRun(experiment, optimizationRuns.isOpen);
  if (!(await deleteDocuments(experiment, endedExperimentStatuses))) {
    throw stillRunning(experiment.status);
  }
}
