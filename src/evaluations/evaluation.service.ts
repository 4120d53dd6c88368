import type { Evaluation } from './evaluation';
import { findCompletedOfMessages } from './evaluation.repository';

// Other resources come here; for these a query is all there is to do.
export {
  applyEvaluationRetention,
  deleteEvaluationsOfConversation,
  deleteEvaluationsOfExperiment,
  getEvaluations,
  keepEvaluation,
  listEvaluationsOfConversation,
  saveEvaluation,
  saveEvaluations,
} from './evaluation.repository';

/** By message id, the latest completed evaluation by one version of an evaluator, whoever asked for it. */
export async function listCompletedEvaluations(
  workspaceId: string,
  messageIds: readonly string[],
  evaluatorId: string,
  evaluatorVersion: number,
): Promise<Map<string, Evaluation>> {
  const found = await findCompletedOfMessages(workspaceId, messageIds, evaluatorId, evaluatorVersion);
  return new Map(found.map((evaluation) => [evaluation.messageId, evaluation])); // of equal keys the last stays
}

/** The latest completed evaluation of a message by one version of an evaluator, or null. */
export async function findCompletedEvaluation(
  workspaceId: string,
  messageId: string,
  evaluatorId: string,
  evaluatorVersion: number,
): Promise<Evaluation | null> {
  const byMessage = await listCompletedEvaluations(workspaceId, [messageId], evaluatorId, evaluatorVersion);
  return byMessage.get(messageId) ?? null;
}
