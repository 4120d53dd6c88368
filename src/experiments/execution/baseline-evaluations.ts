import { listCompletedEvaluations } from '../../conversations/evaluations/completed-evaluations';
import type { BaselineEvaluation } from '../../conversations/evaluations/evaluation.repository';
import type { Experiment } from '../store/experiment';

/** Messages whose evaluations are read in one query. */
export const BASELINE_BATCH_SIZE = 250;

type EvaluatorVersions = Pick<
  Experiment,
  'workspaceId' | 'evaluatorId' | 'evaluatorVersion' | 'issueConfigVersion'
>;

/**
 * Lists the latest evaluations of original replies that can be baselines of an experiment, by message id. An
 * evaluation with another issue configuration is not comparable with those of the new replies.
 */
export async function listBaselines(
  { workspaceId, evaluatorId, evaluatorVersion, issueConfigVersion }: EvaluatorVersions,
  messageIds: readonly string[],
): Promise<Map<string, BaselineEvaluation>> {
  const evaluations = await listCompletedEvaluations(workspaceId, messageIds, evaluatorId, evaluatorVersion);
  return new Map(
    [...evaluations].filter(([, evaluation]) => evaluation.issueConfigVersion === issueConfigVersion),
  );
}
