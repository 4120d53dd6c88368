import { messageCollection } from './stored-message.model';

const BATCH_SIZE = 200;

interface JudgedRecord {
  _id: string;
  verdicts: { evaluationId: string; issueCount: number | null }[];
}

/** The ids of the evaluations whose findings messages have verdicts of, in batches of messages. */
export async function* streamEvaluationsWithIssuesUnscoped(): AsyncGenerator<string[]> {
  const cursor = messageCollection()
    .find({ 'verdicts.issueCount': { $gt: 0 } })
    .project<JudgedRecord>({ 'verdicts.evaluationId': 1, 'verdicts.issueCount': 1 })
    .batchSize(BATCH_SIZE);
  try {
    while (await cursor.hasNext()) {
      const verdicts = cursor.readBufferedDocuments().flatMap((message) => message.verdicts);
      yield verdicts
        .filter(({ issueCount }) => (issueCount ?? 0) > 0)
        .map(({ evaluationId }) => evaluationId);
    }
  } finally {
    await cursor.close();
  }
}
