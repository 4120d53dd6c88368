import { type BaselineEvaluation, findCompletedOfMessages } from './evaluation.repository';

/** By message id, the latest completed evaluation by one version of an evaluator, from any source. */
export async function listCompletedEvaluations(
  workspaceId: string,
  messageIds: readonly string[],
  evaluatorId: string,
  evaluatorVersion: number,
): Promise<Map<string, BaselineEvaluation>> {
  const evaluations = await findCompletedOfMessages(workspaceId, messageIds, evaluatorId, evaluatorVersion);
  return new Map(evaluations.map((evaluation) => [evaluation.messageId, evaluation])); // for equal keys, the last wins
}
