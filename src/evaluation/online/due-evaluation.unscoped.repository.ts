import { DueEvaluationModel } from './due-evaluation.model';

/** The distinct workspaces with a due conversation. */
export function listWorkspacesWithDueEvaluationsUnscoped(): Promise<string[]> {
  return DueEvaluationModel.distinct('workspaceId');
}
