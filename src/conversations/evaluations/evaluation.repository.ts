import type { ClientSession } from 'mongoose';
import { isSliceOver, mapInSlices, nextSlice } from '../../../packages/concurrency';
import type { Annotation } from '../../../packages/detector';
import { withinPageBytes } from '../../platform/http/page';
import { driverCollection, inSession } from '../../platform/mongo/driver';
import { insertIfAbsent } from '../../platform/mongo/insert-if-absent';
import type { TimeLimit } from '../../platform/mongo/time-limit';
import type { Evaluation, Judgment } from './evaluation';
import { type EvaluationDocument, EvaluationModel } from './evaluation.model';
import type { ChangedFrom } from './verdict';

/** Annotations that are decoded in one batch: a few milliseconds of work. */
const ANNOTATIONS_PER_BATCH = 1000;
const BASELINES_PER_BATCH = 100;

function collection() {
  return driverCollection<EvaluationDocument>(EvaluationModel);
}

/**
 * Writes evaluations under their ids, replacing existing ones. Uses the driver directly: every detection
 * waits for this, and mongoose's casting costs more than the write, for values whose types the compiler has
 * checked.
 */
export async function saveEvaluations(evaluations: Evaluation[], session?: ClientSession): Promise<void> {
  await collection().bulkWrite(
    evaluations.map(({ id, ...replacement }) => ({
      replaceOne: { filter: { _id: id }, replacement, upsert: true },
    })),
    inSession(session),
  );
}

/** Stores each evaluation unless one is stored under its id; returns the stored ones, in the same order. */
export async function insertEvaluationsIfAbsent(
  evaluations: readonly Evaluation[],
  session: ClientSession,
): Promise<Evaluation[]> {
  const documents = evaluations.map(({ id, ...fields }) => ({ _id: id, ...fields }));
  const stored = await insertIfAbsent<EvaluationDocument>(EvaluationModel, documents, session);
  return stored.map(toEvaluation);
}

/** The evaluations of the workspace among `ids`, in no particular order. */
export async function getEvaluations(workspaceId: string, ids: readonly string[]): Promise<Evaluation[]> {
  const evaluations = await EvaluationModel.find({ _id: { $in: ids }, workspaceId }).lean();
  return evaluations.map(toEvaluation);
}

const isSuspect = { $gt: [{ $size: '$suspected' }, 0] };
/** What the evaluator found, as if no calibration had been applied. Experiments count these. */
const RAW_FINDINGS = { $cond: [isSuspect, [], { $concatArrays: ['$annotations', '$withheld'] }] };

/** What an evaluator says of a whole reply, before any threshold. */
export interface ReplyScore extends Pick<Evaluation, 'id' | 'score'> {
  isFlagged: boolean;
  /** Whether it is, or has words that a lower threshold may report. */
  canBeFlagged: boolean;
}

/** The scores of the evaluations of the workspace among `ids`, in no particular order. */
export async function listScores(
  workspaceId: string,
  ids: readonly string[],
  { session, limit }: { session: ClientSession; limit: TimeLimit },
): Promise<ReplyScore[]> {
  return collection()
    .aggregate<ReplyScore>(
      [
        { $match: { _id: { $in: [...ids] }, workspaceId } },
        {
          $project: {
            _id: 0,
            id: '$_id',
            score: 1,
            isFlagged: { $gt: [{ $size: RAW_FINDINGS }, 0] },
            canBeFlagged: { $or: [isSuspect, { $gt: [{ $size: RAW_FINDINGS }, 0] }] },
          },
        },
      ],
      { ...limit.forOperation(), session },
    )
    .toArray();
}

/**
 * The annotations of evaluations in the workspace among `ids`, by evaluation. Each annotation is a separate
 * document, because the driver decodes whole documents, and an evaluation may have 16 MB of annotations.
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
    const ofEvaluation = annotations.get(_id) ?? [];
    if (ofEvaluation.length === 0) annotations.set(_id, ofEvaluation);
    if (annotation !== undefined) ofEvaluation.push(annotation);
  }
  return annotations;
}

/** A completed evaluation of an original reply, as experiments use it. */
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
      // Sorted by key before the annotations, which may have megabytes, are read.
      { $sort: { createdAt: 1, _id: 1 } },
      {
        $project: {
          _id: 0,
          id: '$_id',
          messageId: 1,
          issueConfigVersion: 1,
          findings: {
            $map: {
              input: RAW_FINDINGS,
              in: {
                label: '$$this.label',
                toolName: '$$this.toolName',
                parameterName: '$$this.parameterName',
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

/** Every evaluation of the conversation's own messages, oldest first, without those of experiment replies. */
export async function listEvaluationsOfConversation(
  workspaceId: string,
  conversationId: string,
): Promise<Evaluation[]> {
  const evaluations = await EvaluationModel.find({ workspaceId, conversationId, itemId: null })
    .sort({ createdAt: 1, _id: 1 })
    .lean();
  return evaluations.map(toEvaluation);
}

/**
 * The evaluations of messages, oldest first, without those of experiment replies; the latest within
 * `maxBytes` of JSON.
 */
export async function listEvaluationsOfMessages(
  workspaceId: string,
  messageIds: readonly string[],
  { maxBytes, timeLimit }: { maxBytes: number; timeLimit: TimeLimit },
): Promise<Evaluation[]> {
  const sizes = await collection()
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
  const evaluations = await collection()
    .find({ _id: { $in: ids }, workspaceId }, timeLimit.forOperation())
    .sort({ createdAt: -1, _id: -1 })
    .toArray();
  return withinPageBytes(evaluations.map(toEvaluation), maxBytes).reverse();
}

/**
 * For each own message of a conversation, the evaluators that judged it and the results, in no particular
 * order.
 */
export async function listJudgments(workspaceId: string, conversationId: string): Promise<Judgment[]> {
  const judgments = await EvaluationModel.find(
    { workspaceId, conversationId, itemId: null },
    { messageId: 1, evaluatorId: 1, evaluatorVersion: 1, status: 1, createdAt: 1 },
  ).lean();
  return judgments.map(({ _id, ...judgment }) => ({ id: _id, ...judgment }));
}

/** Deletes the evaluations of the workspace among `ids`. */
export async function deleteEvaluations(workspaceId: string, ids: readonly string[]): Promise<void> {
  await EvaluationModel.deleteMany({ _id: { $in: ids }, workspaceId });
}

/** Removes the evidence locations in those messages of conversations that are other messages now. */
export async function removeEvidence(
  workspaceId: string,
  changed: readonly ChangedFrom[],
  session: ClientSession,
): Promise<void> {
  const writes = changed.map(({ conversationId, messageIndex }) => {
    const evidence = { messageIndex: { $gte: messageIndex } };
    return {
      updateMany: {
        filter: { workspaceId, conversationId },
        update: {
          $pull: {
            'annotations.$[].evidence': evidence,
            'withheld.$[].evidence': evidence,
            'suspected.$[].evidence': evidence,
          },
        },
      },
    };
  });
  if (writes.length > 0) await collection().bulkWrite(writes, { session });
}

function toEvaluation({ _id, ...stored }: EvaluationDocument): Evaluation {
  return { ...stored, id: _id };
}
