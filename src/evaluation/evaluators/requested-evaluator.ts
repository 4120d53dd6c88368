import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { currentTime } from '../../platform/clock';
import { notFound, valueError } from '../../platform/errors/error-templates';
import { findDefaultEvaluator, findEvaluator, insertEvaluator } from './evaluator.repository';
import type { EvaluatorRecord } from './evaluator-record';

/** Creates the default evaluator of a new workspace, in the transaction that creates the workspace. */
export async function createDefaultEvaluator(workspaceId: string, session: ClientSession): Promise<void> {
  const first: EvaluatorRecord = {
    id: randomUUID(),
    version: 1,
    workspaceId,
    name: 'grounding',
    kind: 'grounding',
    config: null,
    traffic: 'auto',
    isDefault: true,
    createdAt: currentTime(),
  };
  await insertEvaluator(first, session);
}

/**
 * Returns a version of an evaluator, by default the latest.
 * @throws AppError not_found
 */
export async function getEvaluatorVersion(
  workspaceId: string,
  evaluatorId: string,
  version?: number,
  session?: ClientSession,
): Promise<EvaluatorRecord> {
  const record = await findEvaluator(workspaceId, evaluatorId, version, session);
  if (record === null) throw notFound('Evaluator', 'id');
  return record;
}

/**
 * Returns the latest version of the evaluator that a request names, or of the workspace's default for null.
 * @throws AppError value_error at `loc` if the workspace has no such evaluator
 */
export async function getRequestedEvaluator(
  workspaceId: string,
  evaluatorId: string | null,
  loc: string[],
): Promise<EvaluatorRecord> {
  const record =
    evaluatorId === null
      ? await findDefaultEvaluator(workspaceId)
      : await findEvaluator(workspaceId, evaluatorId);
  if (record === null) throw valueError('no such evaluator in this workspace', { loc, input: evaluatorId });
  return record;
}
