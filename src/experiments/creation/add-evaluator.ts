import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import { derivedId } from '../../platform/derived-id';
import type { ExperimentWorkflows } from '../execution/experiment-workflows';
import { type Creator, type Experiment, openExperimentStatuses } from '../store/experiment';
import { findExperiment } from '../store/experiment.repository';
import { listJudgedMessages } from '../store/item.repository';
import { extend, provenanceOf, startExtension } from './extend-experiment';
import type { RejudgeSettings } from './rejudged-experiment';
import { buildRejudgedItems } from './rejudged-items';
import { type ExperimentReopener, stillClosing, stillRunning } from './reopening';

export interface AddEvaluatorDependencies {
  workflows: Pick<ExperimentWorkflows, 'hasClosed'>;
  chooseEvaluator(workspaceId: string, evaluatorId: string | null): Promise<EvaluatorRecord>;
  /** Creates and starts an experiment that judges the replies of `source`. */
  startRejudgedExperiment(source: Experiment, settings: RejudgeSettings): Promise<void>;
  reopener: ExperimentReopener;
}

export function createAddEvaluator({
  workflows,
  chooseEvaluator,
  startRejudgedExperiment,
  reopener,
}: AddEvaluatorDependencies) {
  /**
   * Judges the replies of an ended experiment by a further evaluator and the labels of the experiment. An experiment
   * has one evaluator, so the verdicts are in another one, whose id follows from both; a repeated request adds the
   * replies that it lacks. Returns its id: that of `source` if it is the evaluator's already.
   * @throws AppError experiment_running, limit_reached, model_price_unknown, temporal_unavailable, value_error; conflict
   * without a stored reply
   */
  return async function addEvaluator(
    source: Experiment,
    evaluatorId: string,
    creator: Creator,
  ): Promise<string> {
    const { workspaceId } = source;
    const evaluator = await chooseEvaluator(workspaceId, evaluatorId);
    const { version } = evaluator;
    if (evaluator.id === source.evaluatorId && version === source.evaluatorVersion) return source.id;
    if (openExperimentStatuses.includes(source.status)) throw stillRunning(source.status);
    const id = derivedId(`${source.id}/${evaluator.id}@${version}`, 'evaluator-column');
    const column = await findColumn(workspaceId, id);
    if (column === null) {
      const issueConfig = { ...source.issueConfig, version: source.issueConfigVersion };
      await startRejudgedExperiment(source, { id, creator, evaluator, issueConfig });
    } else {
      await addMissing(reopener, column, source);
    }
    return id;
  };

  /**
   * Null if it can be created. A column that was deleted had the same id, and a start would join its old workflow,
   * which closes shortly after it has closed the experiment.
   * @throws AppError experiment_running if that takes longer, temporal_unavailable
   */
  async function findColumn(workspaceId: string, id: string): Promise<Experiment | null> {
    const column = await findExperiment(workspaceId, id);
    if (column !== null || (await workflows.hasClosed(id))) return column;
    // The workflow may be that of a concurrent request.
    const experiment = await findExperiment(workspaceId, id);
    if (experiment === null) throw stillClosing();
    return experiment;
  }
}

/** Opens `column` again for replies of `source` that it does not judge yet, if there are any. */
async function addMissing(
  reopener: ExperimentReopener,
  column: Experiment,
  source: Experiment,
): Promise<void> {
  const judgedIds = await listJudgedMessages(column);
  const { chosenBy } = source;
  const next = extend(column, { conversationIds: column.conversationIds, chosenBy });
  const items = await buildRejudgedItems(next, source, judgedIds);
  if (items.length === 0) return;
  await reopener.checkCanReopen(column);
  const ids = [...new Set([...column.conversationIds, ...items.map(({ conversationId }) => conversationId)])];
  await startExtension({ ...next, ...provenanceOf(source, ids), conversationIds: ids }, items, reopener);
}
