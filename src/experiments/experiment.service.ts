import type { ConversationService } from '../conversations/conversation.service';
import { AppError } from '../errors/app-error';
import { deleteEvaluationsOfExperiment } from '../evaluations/evaluation.service';
import type { EvaluatorRecord } from '../evaluators/evaluator.service';
import type { VersionedIssueConfig } from '../issue-config/issue-config.service';
import { inTransaction } from '../mongo/connection';
import type { ExperimentWorkflows } from '../temporal/experiment-workflows';
import type { TimePosition } from '../time-position';
import { makeExperiment } from './build-experiment';
import {
  type Creator,
  type Experiment,
  type ExperimentItem,
  type ExperimentStatus,
  endedExperimentStatuses,
  openExperimentStatuses,
  type Tally,
} from './experiment';
import { changeExperiment, deleteExperiment, findExperiment, listExperiments } from './experiment.repository';
import type { CreateExperiment } from './experiment.schema';
import type { ExperimentRuns } from './experiment-runs';
import {
  deleteItems,
  findItem,
  type ItemSelection,
  listItems,
  reopenFailedItems,
  streamTallyItems,
} from './item.repository';
import { type ItemDetail, loadItemDetail } from './item-detail';
import { rejectUnknownConversations, storeExperiment } from './store-experiment';
import { tallyItems } from './tally';

export interface ExperimentServiceDependencies {
  workflows: ExperimentWorkflows;
  runs: Pick<ExperimentRuns, 'finish'>;
  conversations: Pick<ConversationService, 'listSources' | 'deleteReplies' | 'findReply' | 'findTranscript'>;
  /** The named evaluator, or the workspace's default for null; @throws AppError value_error at body.evaluator_id. */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
}

export type ExperimentService = ReturnType<typeof createExperimentService>;

/** An experiment with its numbers as they are now. */
export interface ExperimentView extends Experiment {
  tally: Tally;
}

export function createExperimentService(dependencies: ExperimentServiceDependencies) {
  const { workflows, runs, conversations } = dependencies;
  return { create, get, list, listItems: listExperimentItems, getItem, cancel, retry, remove };

  /**
   * Stores the experiment with its items, then starts its workflow. When Temporal does not answer nothing
   * stays stored; when this process dies in between, the reconciler starts the workflow.
   * @throws AppError temporal_unavailable; ValidationError for unknown conversations
   */
  async function create(
    workspaceId: string,
    id: string,
    request: CreateExperiment,
    creator: Creator,
  ): Promise<ExperimentView> {
    if (!request.pass_through) dependencies.checkModel(request.model);
    const [evaluator, issueConfig, sources] = await Promise.all([
      dependencies.chooseEvaluator(workspaceId, request.evaluator_id),
      dependencies.getIssueConfig(workspaceId),
      conversations.listSources(workspaceId, request.conversation_ids),
      workflows.ping(),
    ]);
    rejectUnknownConversations(request.conversation_ids, sources);
    const experiment = makeExperiment(workspaceId, id, request, creator, evaluator, issueConfig);
    const isNew = await storeExperiment(experiment, sources);
    try {
      await workflows.start(experiment);
    } catch (error) {
      // The start may have reached Temporal although its answer was lost: what has begun stays.
      if (isNew && (await removeDocuments(experiment, ['pending']))) throw error;
    }
    return get(workspaceId, id);
  }

  /** @throws AppError not_found, also for an experiment of another workspace. */
  async function get(workspaceId: string, id: string): Promise<ExperimentView> {
    return viewOf(await getExperiment(workspaceId, id));
  }

  /** At most `limit` experiments after a position, newest first. */
  async function list(
    workspaceId: string,
    limit: number,
    position: TimePosition | null,
  ): Promise<ExperimentView[]> {
    return Promise.all((await listExperiments(workspaceId, limit, position)).map(viewOf));
  }

  async function listExperimentItems(
    workspaceId: string,
    id: string,
    selection: ItemSelection,
  ): Promise<ExperimentItem[]> {
    await getExperiment(workspaceId, id);
    return listItems(id, selection);
  }

  /** An item with its replies and what was found in them. @throws AppError not_found */
  async function getItem(workspaceId: string, id: string, itemId: string): Promise<ItemDetail> {
    await getExperiment(workspaceId, id);
    const item = await findItem(id, itemId);
    if (item === null) throw new AppError('not_found', 'No such item', { loc: ['path', 'item_id'] });
    return loadItemDetail(item, conversations);
  }

  /** Asks a running experiment to stop. @throws AppError experiment_finished, temporal_unavailable */
  async function cancel(workspaceId: string, id: string): Promise<ExperimentView> {
    const experiment = await getExperiment(workspaceId, id);
    if (!openExperimentStatuses.includes(experiment.status)) {
      throw new AppError('experiment_finished', 'The experiment has ended', {
        loc: ['path', 'experiment_id'],
        ctx: { status: experiment.status },
      });
    }
    const wasAsked = await workflows.cancel(id);
    if (!wasAsked) await runs.finish({ experimentId: id, ending: 'cancelled' });
    return get(workspaceId, id);
  }

  /** Runs the failed items again. @throws AppError experiment_running, conflict when none failed, temporal_unavailable */
  async function retry(workspaceId: string, id: string): Promise<ExperimentView> {
    const experiment = await getExperiment(workspaceId, id);
    if (openExperimentStatuses.includes(experiment.status)) throw stillRunning(experiment.status);
    // The workflow closes moments after it has closed the experiment; a start before that would join its end.
    if (!(await workflows.hasClosed(id))) throw stillRunning(experiment.status);
    await workflows.ping();
    const reopened = await inTransaction(async (session) => {
      const changed = await changeExperiment(
        id,
        endedExperimentStatuses,
        { status: 'pending', requestedAt: new Date(), completedAt: null, tally: null },
        session,
      );
      if (changed === null) throw stillRunning('running');
      if ((await reopenFailedItems(id, session)) === 0) {
        throw new AppError('conflict', 'No item of the experiment has failed', {
          loc: ['path', 'experiment_id'],
        });
      }
      return changed;
    });
    await workflows.start(reopened).catch((error: unknown) => {
      // The items are open again, and the reconciler starts what was not started.
      if (!(error instanceof AppError)) throw error;
    });
    return get(workspaceId, id);
  }

  /** Deletes an ended experiment with its items, replies and their evaluations. @throws AppError experiment_running */
  async function remove(workspaceId: string, id: string): Promise<void> {
    const experiment = await getExperiment(workspaceId, id);
    if (!(await removeDocuments(experiment, endedExperimentStatuses))) throw stillRunning(experiment.status);
  }

  /** Deletes an experiment in one of the statuses with all that belongs to it; false when it is in none. */
  async function removeDocuments(
    { id, workspaceId }: Experiment,
    from: ExperimentStatus[],
  ): Promise<boolean> {
    return inTransaction(async (session) => {
      if (!(await deleteExperiment(id, from, session))) return false;
      await deleteItems(id, session);
      await conversations.deleteReplies(workspaceId, id, session);
      await deleteEvaluationsOfExperiment(workspaceId, id, session);
      return true;
    });
  }
}

function stillRunning(status: ExperimentStatus): AppError {
  return new AppError('experiment_running', 'The experiment is still running; cancel it first', {
    loc: ['path', 'experiment_id'],
    ctx: { status },
  });
}

async function getExperiment(workspaceId: string, id: string): Promise<Experiment> {
  const experiment = await findExperiment(id);
  if (experiment === null || experiment.workspaceId !== workspaceId) {
    throw new AppError('not_found', 'No such experiment', { loc: ['path', 'experiment_id'] });
  }
  return experiment;
}

async function viewOf(experiment: Experiment): Promise<ExperimentView> {
  return { ...experiment, tally: experiment.tally ?? (await tallyItems(streamTallyItems(experiment.id))) };
}
