import type { ClientSession } from 'mongoose';
import { gather } from '../mongo/gather';
import { keepFirst } from '../mongo/keep-first';
import { expiryUpdate } from '../mongo/retention';
import type { Evaluation, Judgement } from './evaluation';
import { type EvaluationDocument, EvaluationModel } from './evaluation.model';

/** How many evaluations are written in one go. */
const SAVED_TOGETHER = 50;

/**
 * Writes evaluations under their ids, over what is there. They go to the driver directly: every detection waits
 * for this, and mongoose's casting costs more than the write, for values whose types the compiler has checked.
 */
export async function saveEvaluations(evaluations: Evaluation[], session?: ClientSession): Promise<void> {
  const collection = EvaluationModel.db.collection<EvaluationDocument>(EvaluationModel.collection.name);
  await collection.bulkWrite(
    evaluations.map(({ id, ...replacement }) => ({
      replaceOne: { filter: { _id: id }, replacement, upsert: true },
    })),
    session === undefined ? {} : { session },
  );
}

/** Writes an evaluation unless one is stored under its id, and answers the one that is stored then. */
export const keepEvaluation = gather(
  { limit: SAVED_TOGETHER },
  async (evaluations: Evaluation[]): Promise<Evaluation[]> => {
    const documents = evaluations.map(({ id, ...fields }) => ({ _id: id, ...fields }));
    return (await keepFirst<EvaluationDocument>(EvaluationModel, documents)).map(toEvaluation);
  },
);

/** Those of `ids` that exist in the workspace, in no particular order. */
export async function getEvaluations(workspaceId: string, ids: readonly string[]): Promise<Evaluation[]> {
  const found = await EvaluationModel.find({ _id: { $in: ids }, workspaceId }).lean();
  return found.map(toEvaluation);
}

/** Completed evaluations of any of the messages by one version of an evaluator, oldest first. */
export async function findCompletedOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  evaluatorId: string,
  evaluatorVersion: number,
): Promise<Evaluation[]> {
  const found = await EvaluationModel.find({
    workspaceId,
    messageId: { $in: messageIds },
    evaluatorId,
    evaluatorVersion,
    status: 'completed',
  })
    .sort({ createdAt: 1, _id: 1 })
    .lean();
  return found.map(toEvaluation);
}

/** Every evaluation of the conversation's own messages, oldest first; those of experiment replies are left out. */
export async function listEvaluationsOfConversation(
  workspaceId: string,
  conversationId: string,
): Promise<Evaluation[]> {
  const found = await EvaluationModel.find({ workspaceId, conversationId, itemId: null })
    .sort({ createdAt: 1, _id: 1 })
    .lean();
  return found.map(toEvaluation);
}

/** Which messages of a conversation of its own were judged by whom, and how that ended; in no particular order. */
export async function listJudgements(workspaceId: string, conversationId: string): Promise<Judgement[]> {
  const found = await EvaluationModel.find(
    { workspaceId, conversationId, itemId: null },
    { messageId: 1, evaluatorId: 1, evaluatorVersion: 1, status: 1, createdAt: 1 },
  ).lean();
  return found.map(({ _id, ...judgement }) => ({ id: _id, ...judgement }));
}

/** Deletes those of `ids` that exist in the workspace. */
export async function deleteEvaluations(workspaceId: string, ids: readonly string[]): Promise<void> {
  await EvaluationModel.deleteMany({ _id: { $in: ids }, workspaceId });
}

export async function deleteEvaluationsOfConversation(
  workspaceId: string,
  conversationId: string,
  session?: ClientSession,
): Promise<void> {
  await EvaluationModel.deleteMany({ workspaceId, conversationId }, session === undefined ? {} : { session });
}

/** Deletes every evaluation of the messages, by whatever evaluator. */
export async function deleteEvaluationsOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  if (messageIds.length === 0) return;
  await EvaluationModel.deleteMany({ workspaceId, messageId: { $in: messageIds } }, { session });
}

/** Gives every evaluation of a conversation one end of life; null keeps them. */
export async function setEvaluationExpiry(
  workspaceId: string,
  conversationId: string,
  expireAt: Date | null,
  session?: ClientSession,
): Promise<void> {
  await EvaluationModel.updateMany(
    { workspaceId, conversationId },
    { $set: { expireAt } },
    session === undefined ? {} : { session },
  );
}

/**
 * Deletes the evaluations of an experiment's replies. Those that the experiment made of original messages
 * stay: they belong to their conversations, and later experiments share them as their baseline.
 */
export async function deleteEvaluationsOfExperiment(
  workspaceId: string,
  experimentId: string,
  session: ClientSession,
): Promise<void> {
  await EvaluationModel.deleteMany({ workspaceId, experimentId, itemId: { $ne: null } }, { session });
}

/** Lets every evaluation of a workspace expire `days` after it was made; null keeps them. */
export async function applyEvaluationRetention(workspaceId: string, days: number | null): Promise<void> {
  await EvaluationModel.updateMany({ workspaceId }, expiryUpdate(days, 'createdAt'), {
    updatePipeline: true,
  });
}

/** Evaluations from before calls were counted and coverage was recorded have neither. */
function toEvaluation({ _id, ...stored }: EvaluationDocument): Evaluation {
  const usage = {
    ...stored.usage,
    calls: stored.usage.calls ?? null,
    retriedCalls: stored.usage.retriedCalls ?? null,
  };
  return { ...stored, id: _id, usage, coverage: stored.coverage ?? null };
}
