import { EvaluatorModel } from './evaluator.model';

/** The ids of the embedded evaluators of all workspaces. */
export async function listEmbeddedIdsUnscoped(): Promise<string[]> {
  const found = await EvaluatorModel.find({ kind: 'grounding' }, { evaluatorId: 1 }).lean();
  return [...new Set(found.map(({ evaluatorId }) => evaluatorId))];
}
