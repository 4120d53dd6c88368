import { DueEvaluationModel } from './due-evaluation.model';

/** The latest request for a conversation; null if it is not due. */
export async function findDueRequestUnscoped(conversationId: string): Promise<string | null> {
  const request = await DueEvaluationModel.findById(conversationId, { requestId: 1 }).lean();
  return request?.requestId ?? null;
}

/** Deletes a completed request. Returns true if there is a newer one. */
export async function clearDueRequestUnscoped(conversationId: string, requestId: string): Promise<boolean> {
  await DueEvaluationModel.deleteOne({ _id: conversationId, requestId });
  return (await DueEvaluationModel.exists({ _id: conversationId })) !== null;
}

/** The distinct workspaces with a due conversation. */
export function listWorkspacesWithDueEvaluationsUnscoped(): Promise<string[]> {
  return DueEvaluationModel.distinct('workspaceId');
}
