import { notFound } from '../../platform/errors/error-templates';
import { findDefaultEvaluator, findEmbeddedEvaluator } from './evaluator.repository';
import type { EvaluatorRecord } from './evaluator-record';

/** The embedded evaluator of a workspace, which costs nothing: the default if it is one. @throws AppError not_found */
export async function getEmbeddedEvaluator(workspaceId: string): Promise<EvaluatorRecord> {
  const preset = await findDefaultEvaluator(workspaceId);
  const record = preset?.kind === 'grounding' ? preset : await findEmbeddedEvaluator(workspaceId);
  if (record === null) throw notFound('Evaluator', 'kind');
  return record;
}
