import type { ClientSession } from 'mongoose';
import { driverCollection } from '../../platform/mongo/driver';
import type { Evaluation } from './evaluation';
import { type EvaluationDocument, EvaluationModel } from './evaluation.model';
import { toEvaluation } from './evaluation.repository';

const BATCH_SIZE = 200;

function collection() {
  return driverCollection<EvaluationDocument>(EvaluationModel);
}

/**
 * Selects evaluations stored before a reply could be not judgeable that judged nothing: completed, with neither
 * annotation nor score, and without a model call. Evaluations stored before calls were counted are without one
 * if the evaluator is embedded.
 */
function judgedNothing(embeddedIds: readonly string[]) {
  return {
    status: 'completed' as const,
    score: null,
    'annotations.0': { $exists: false },
    $or: [{ 'usage.calls': 0 }, { 'usage.calls': null, evaluatorId: { $in: [...embeddedIds] } }],
  };
}

export async function hasOldVerdictsUnscoped(embeddedIds: readonly string[]): Promise<boolean> {
  return (await collection().findOne(judgedNothing(embeddedIds), { projection: { _id: 1 } })) !== null;
}

/** The evaluations that judged nothing in their old form, in batches. */
export function streamOldVerdictsUnscoped(embeddedIds: readonly string[]): AsyncGenerator<Evaluation[]> {
  return streamBatches(judgedNothing(embeddedIds));
}

/** The evaluations of replies that are not judgeable, in batches. */
export function streamNotJudgeableUnscoped(): AsyncGenerator<Evaluation[]> {
  return streamBatches({ status: 'not_judgeable' });
}

async function* streamBatches(filter: Parameters<ReturnType<typeof collection>['find']>[0]) {
  const cursor = collection().find(filter).batchSize(BATCH_SIZE);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(toEvaluation);
  } finally {
    await cursor.close();
  }
}

/** Those of the evaluations that are not judgeable. */
export async function findNotJudgeableUnscoped(ids: readonly string[]): Promise<Set<string>> {
  const found = await collection()
    .find({ _id: { $in: [...ids] }, status: 'not_judgeable' }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

/** Stores the ending of evaluations; an evaluation that was deleted meanwhile stays deleted. */
export async function saveEndings(evaluations: readonly Evaluation[], session: ClientSession): Promise<void> {
  await collection().bulkWrite(
    evaluations.map(({ id, status, reason, coverage }) => ({
      updateOne: { filter: { _id: id, status: 'completed' }, update: { $set: { status, reason, coverage } } },
    })),
    { session },
  );
}
