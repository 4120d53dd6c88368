import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import { conflict } from '../../platform/errors/error-templates';
import { createWithWorkflow } from '../../platform/temporal/create-with-workflow';
import type { ExperimentWorkflows } from '../execution/experiment-workflows';
import { deleteDocuments } from '../store/delete-documents';
import { type Creator, type Experiment, openExperimentStatuses } from '../store/experiment';
import { getExperiment } from '../store/get-experiment';
import type { CostChecks } from './cost-checks';
import { buildRejudgedExperiment, type RejudgeSettings } from './rejudged-experiment';
import { stillRunning } from './reopening';
import { storeWithItems } from './store-experiment';

export interface RejudgeExperimentDependencies {
  workflows: Pick<ExperimentWorkflows, 'ping' | 'start'>;
  /** The evaluator, or the workspace's default for null. @throws AppError value_error at body.evaluator_id */
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig>;
  costs: CostChecks;
}

/** Creates experiments that judge the stored replies of an ended one again. */
export function createRejudgeExperiment(dependencies: RejudgeExperimentDependencies) {
  const { workflows, costs } = dependencies;
  return { rejudge, startRejudgedExperiment };

  /**
   * Judges by an evaluator and the current issue configuration of the workspace.
   * @throws AppError not_found, experiment_running, limit_reached, model_price_unknown, temporal_unavailable;
   * conflict if there is no stored reply
   */
  async function rejudge(
    workspaceId: string,
    id: string,
    { sourceId, evaluatorId, creator }: { sourceId: string; evaluatorId: string | null; creator: Creator },
  ): Promise<void> {
    const source = await getExperiment(workspaceId, sourceId);
    if (openExperimentStatuses.includes(source.status)) throw stillRunning(source.status);
    const [evaluator, issueConfig] = await Promise.all([
      dependencies.chooseEvaluator(workspaceId, evaluatorId),
      dependencies.getIssueConfig(workspaceId),
    ]);
    await startRejudgedExperiment(source, { id, creator, evaluator, issueConfig });
  }

  /** @throws AppError limit_reached, model_price_unknown, temporal_unavailable; conflict if there is no stored reply */
  async function startRejudgedExperiment(source: Experiment, settings: RejudgeSettings): Promise<void> {
    const { evaluator } = settings;
    await Promise.all([workflows.ping(), costs.admit(source.workspaceId, null, evaluator)]);
    costs.checkPrices(source.maxCostCents, null, evaluator, ['body', 'evaluator_id']);
    const { experiment, items } = await buildRejudgedExperiment(source, settings);
    if (items.length === 0) {
      throw conflict('The experiment has no stored reply to judge again', {
        loc: ['path', 'experiment_id'],
      });
    }
    await createWithWorkflow({
      store: () => storeWithItems(experiment, items, costs.admitOpening),
      start: () => workflows.start(experiment),
      removeUntouched: () => deleteDocuments(experiment, ['pending']),
    });
  }
}
