import { driverCollection } from '../../platform/mongo/driver';
import type { Evaluation } from './evaluation';
import { type EvaluationDocument, EvaluationModel } from './evaluation.model';
import { toEvaluation } from './evaluation.repository';

/** The evaluations among `ids`, oldest first. */
export async function findEvaluationsUnscoped(ids: readonly string[]): Promise<Evaluation[]> {
  const found = await driverCollection<EvaluationDocument>(EvaluationModel)
    .find({ _id: { $in: [...ids] } })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  return found.map(toEvaluation);
}
