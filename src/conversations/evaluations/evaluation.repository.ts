import type { ClientSession } from 'mongoose';
import { recordSpend } from '../../access/limits/spend.service';
import { mapInSlices } from '../../platform/concurrency/collect-in-slices';
import { isSliceOver, nextSlice } from '../../platform/concurrency/work-slices';
import { withinPageBytes } from '../../platform/http/page';
import { createBatcher } from '../../platform/mongo/batcher';
import { insertIfAbsent } from '../../platform/mongo/insert-if-absent';
import { expiryUpdate, findConversationRange, type RewrittenBatch } from '../../platform/mongo/retention';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { Evaluation, Judgement } from './evaluation';
import { type EvaluationDocument, EvaluationModel } from './evaluation.model';
import type { Annotation } from './verdict';

/** How many evaluations are written in one go. */
const SAVE_BATCH_SIZE = 50;

/** How many annotations are decoded in one go: a few milliseconds of work. */
const ANNOTATIONS_PER_BATCH = 1000;
const BASELINES_PER_BATCH = 100;

function collection() {
  return EvaluationModel.db.collection<EvaluationDocument>(EvaluationModel.collection.name);
}

/**
 * Writes evaluations under their ids, over what is there. They go to the driver directly: every detection waits
 * for this, and mongoose's casting costs more than the write, for values whose types the compiler has checked.
 */
export async function saveEvaluations(evaluations: Evaluation[], session?: ClientSession): Promise<void> {
  await collection().bulkWrite(
    evaluations.map(({ id, ...replacement }) => ({
      replaceOne: { filter: { _id: id }, replacement, upsert: true },
    })),
    session === undefined ? {} : { session },
  );
}

/** Writes an evaluation unless one is stored under its id, and answers the one that is stored then. */
export const insertEvaluationIfAbsent = createBatcher(
  { limit: SAVE_BATCH_SIZE },
  async (evaluations: Evaluation[]): Promise<Evaluation[]> => {
    const documents = evaluations.map(({ id, ...fields }) => ({ _id: id, ...fields }));
    const stored = (await insertIfAbsent<EvaluationDocument>(EvaluationModel, documents)).map(toEvaluation);
    await recordSpend(
      stored.map(({ id, workspaceId, usage }) => ({ id, workspaceId, costCents: usage.costCents })),
    );
    return stored;
  },
);

/** Those of `ids` that exist in the workspace, in no particular order. */
export async function getEvaluations(workspaceId: string, ids: readonly string[]): Promise<Evaluation[]> {
  const found = await EvaluationModel.find({ _id: { $in: ids }, workspaceId }).lean();
  return found.map(toEvaluation);
}

/**
 * The annotations of those of `ids` that exist in the workspace, by evaluation. Each comes as a document of its own,
 * because the driver decodes a document at once, and an evaluation may have 16 MB of annotations.
 */
export async function loadAnnotations(
  workspaceId: string,
  ids: readonly string[],
  limit: TimeLimit,
): Promise<Map<string, Annotation[]>> {
  const annotations = new Map<string, Annotation[]>();
  if (ids.length === 0) return annotations;
  const cursor = collection().aggregate<{ _id: string; annotation?: Annotation }>(
    [
      { $match: { _id: { $in: ids }, workspaceId } },
      { $project: { annotation: '$annotations' } },
      { $unwind: { path: '$annotation', preserveNullAndEmptyArrays: true } },
    ],
    { ...limit.forOperation(), batchSize: ANNOTATIONS_PER_BATCH },
  );
  for await (const { _id, annotation } of cursor) {
    if (isSliceOver()) await nextSlice(limit.signal);
    const found = annotations.get(_id) ?? [];
    if (found.length === 0) annotations.set(_id, found);
    if (annotation !== undefined) found.push(annotation);
  }
  return annotations;
}

/** What a completed evaluation of an original reply says to experiments. */
export interface BaselineEvaluation extends Pick<Evaluation, 'id' | 'messageId' | 'issueConfigVersion'> {
  findings: Pick<Annotation, 'label' | 'toolName' | 'parameterName'>[];
}

/** Completed evaluations of any of the messages by one version of an evaluator, oldest first. */
export async function findCompletedOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  evaluatorId: string,
  evaluatorVersion: number,
): Promise<BaselineEvaluation[]> {
  const cursor = collection().aggregate<BaselineEvaluation>(
    [
      {
        $match: {
          workspaceId,
          messageId: { $in: [...messageIds] },
          evaluatorId,
          evaluatorVersion,
          status: 'completed',
        },
      },
      // Sorted by their keys before their annotations are looked at, which may have megabytes.
      { $sort: { createdAt: 1, _id: 1 } },
      {
        $project: {
          _id: 0,
          id: '$_id',
          messageId: 1,
          issueConfigVersion: 1,
          findings: {
            $map: {
              input: '$annotations',
              in: {
                label: '$$this.label',
                toolName: { $ifNull: ['$$this.toolName', null] },
                parameterName: { $ifNull: ['$$this.parameterName', null] },
              },
            },
          },
        },
      },
    ],
    { allowDiskUse: true, batchSize: BASELINES_PER_BATCH },
  );
  return mapInSlices(cursor, (evaluation) => evaluation);
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

/**
 * The evaluations of messages, oldest first, without those of experiment replies; the latest as far as they take at
 * most `maxBytes` of JSON.
 */
export async function listEvaluationsOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  { maxBytes, timeLimit }: { maxBytes: number; timeLimit: TimeLimit },
): Promise<Evaluation[]> {
  const collection = EvaluationModel.db.collection<EvaluationDocument>(EvaluationModel.collection.name);
  const sizes = await collection
    .aggregate<{ _id: string; bytes: number }>(
      [
        { $match: { messageId: { $in: [...messageIds] }, workspaceId, itemId: null } },
        { $sort: { createdAt: -1, _id: -1 } },
        { $project: { bytes: { $bsonSize: '$$ROOT' } } },
      ],
      timeLimit.forOperation(),
    )
    .toArray();
  let bytes = 0;
  const end = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes > maxBytes;
  });
  const ids = sizes.slice(0, end === -1 ? sizes.length : end).map(({ _id }) => _id);
  const found = await collection
    .find({ _id: { $in: ids }, workspaceId }, timeLimit.forOperation())
    .sort({ createdAt: -1, _id: -1 })
    .toArray();
  return withinPageBytes(found.map(toEvaluation), maxBytes).reverse();
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

/** The evaluations of a workspace, for a changed retention: they expire `days` after they were made. */
export const evaluationRetention = {
  count: async (workspaceId: string): Promise<number> => EvaluationModel.countDocuments({ workspaceId }),

  async rewrite(workspaceId: string, days: number | null, after: string | null): Promise<RewrittenBatch> {
    const { filter, last } = await findConversationRange(EvaluationModel.collection, workspaceId, after);
    const { matchedCount } = await EvaluationModel.collection.updateMany(
      filter,
      expiryUpdate(days, 'createdAt'),
    );
    return { after: last, count: matchedCount };
  },
};

/** Evaluations from before calls were counted and coverage was recorded have neither. */
function toEvaluation({ _id, ...stored }: EvaluationDocument): Evaluation {
  const usage = {
    ...stored.usage,
    calls: stored.usage.calls ?? null,
    retriedCalls: stored.usage.retriedCalls ?? null,
  };
  return { ...stored, id: _id, usage, coverage: stored.coverage ?? null };
}
