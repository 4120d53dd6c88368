import type { ClientSession } from 'mongoose';
import { groupBy } from '../../../platform/group-by';
import { inSession } from '../../../platform/mongo/driver';
import type { TimeLimit } from '../../../platform/mongo/time-limit';
import type { ChangedFrom } from '../../evaluations/verdict';
import { type Finding, type FindingFacts, type ReviewState, reportKey } from './finding';
import { type FindingRecord, findingCollection } from './finding.model';

/** The fields of a stored finding that identify its span. */
export type StoredSpan = Pick<
  FindingRecord,
  | 'findingId'
  | 'workspaceId'
  | 'messageId'
  | 'evaluatorId'
  | 'messagePartIndex'
  | 'startOffset'
  | 'endOffset'
  | 'label'
  | 'isCurrent'
  | 'review'
  | 'reportedAt'
>;

const spanProjection = {
  _id: 0,
  findingId: 1,
  workspaceId: 1,
  messageId: 1,
  evaluatorId: 1,
  messagePartIndex: 1,
  startOffset: 1,
  endOffset: 1,
  label: 1,
  isCurrent: 1,
  review: 1,
  reportedAt: 1,
} as const;

/** The spans of messages of any of the workspaces, current or not, in no particular order. Scoped by `messages`. */
export async function listStoredSpans(
  messages: readonly { workspaceId: string; id: string }[],
  session: ClientSession,
): Promise<StoredSpan[]> {
  if (messages.length === 0) return [];
  return findingCollection()
    .find(
      {
        messageId: { $in: messages.map(({ id }) => id) },
        workspaceId: { $in: [...new Set(messages.map(({ workspaceId }) => workspaceId))] },
      },
      { session },
    )
    .project<StoredSpan>(spanProjection)
    .toArray();
}

/** The ids of the findings of messages that evaluators report now, by message. */
export async function listReportedIds(
  workspaceId: string,
  messageIds: readonly string[],
  timeLimit: TimeLimit,
): Promise<Map<string, string[]>> {
  const rows = await findingCollection()
    .find(
      { workspaceId, messageId: { $in: [...messageIds] }, isCurrent: true, evaluatorId: { $type: 'string' } },
      timeLimit.forOperation(),
    )
    .project<{ messageId: string; findingId: string }>({ _id: 0, messageId: 1, findingId: 1 })
    .toArray();
  return new Map(
    [...groupBy(rows, ({ messageId }) => messageId)].map(([messageId, findings]) => [
      messageId,
      findings.map(({ findingId }) => findingId),
    ]),
  );
}

/** The reports of one finding by all evaluators, current or not. */
export async function listReports(
  workspaceId: string,
  findingId: string,
  session?: ClientSession,
): Promise<Finding[]> {
  const rows = await findingCollection()
    .find({ findingId, workspaceId }, inSession(session))
    .sort({ _id: 1 })
    .toArray();
  return rows.map(toFinding);
}

/** Upserts findings under their ids and evaluators; an existing one keeps its review. */
export async function saveFindings(findings: readonly Finding[], session: ClientSession): Promise<void> {
  if (findings.length === 0) return;
  await findingCollection().bulkWrite(
    findings.map(({ id, review, ...fields }) => ({
      updateOne: {
        filter: { _id: reportKey({ id, evaluatorId: fields.evaluatorId }), workspaceId: fields.workspaceId },
        update: { $set: { findingId: id, ...fields }, $setOnInsert: { review } },
        upsert: true,
      },
    })),
    { session },
  );
}

/** Sets what people's reviews say of a finding, in the reports of all evaluators; false if there is none. */
export async function setFindingReview(
  workspaceId: string,
  findingId: string,
  review: ReviewState,
  session: ClientSession,
): Promise<boolean> {
  const { matchedCount } = await findingCollection().updateMany(
    { findingId, workspaceId },
    { $set: { review } },
    { session },
  );
  return matchedCount > 0;
}

/** Marks findings as no longer reported by the evaluator. */
export async function retireFindings(
  spans: readonly Pick<StoredSpan, 'findingId' | 'workspaceId' | 'evaluatorId'>[],
  session: ClientSession,
): Promise<void> {
  if (spans.length === 0) return;
  await findingCollection().updateMany(
    {
      _id: { $in: spans.map(({ findingId, evaluatorId }) => reportKey({ id: findingId, evaluatorId })) },
      workspaceId: { $in: [...new Set(spans.map(({ workspaceId }) => workspaceId))] },
    },
    { $set: { isCurrent: false } },
    { session },
  );
}

/** Deletes findings that their evaluator no longer reports and that have no review. */
export async function pruneFindings(
  spans: readonly Pick<StoredSpan, 'findingId' | 'workspaceId' | 'evaluatorId'>[],
  session: ClientSession,
): Promise<void> {
  if (spans.length === 0) return;
  await findingCollection().deleteMany(
    {
      _id: { $in: spans.map(({ findingId, evaluatorId }) => reportKey({ id: findingId, evaluatorId })) },
      workspaceId: { $in: [...new Set(spans.map(({ workspaceId }) => workspaceId))] },
      isCurrent: false,
      review: null,
    },
    { session },
  );
}

/** Those of the messages that have findings. Scoped by `ids`. */
export async function filterMessagesWithFindings(
  workspaceId: string,
  ids: readonly string[],
  session: ClientSession,
): Promise<string[]> {
  if (ids.length === 0) return [];
  return findingCollection().distinct(
    'messageId',
    { messageId: { $in: [...ids] }, workspaceId },
    { session },
  );
}

/** Updates what the findings of messages copy from them. */
export async function saveFindingFacts(
  facts: readonly (FindingFacts & { messageId: string })[],
  session: ClientSession,
): Promise<void> {
  if (facts.length === 0) return;
  await findingCollection().bulkWrite(
    facts.map(({ messageId, workspaceId, ...fields }) => ({
      updateMany: { filter: { messageId, workspaceId }, update: { $set: fields } },
    })),
    { session },
  );
}

/** Removes the evidence locations in those messages of conversations that are other messages now. */
export async function removeEvidenceOfFindings(
  workspaceId: string,
  changed: readonly ChangedFrom[],
  session: ClientSession,
): Promise<void> {
  const writes = changed.map(({ conversationId, messageIndex }) => ({
    updateMany: {
      filter: { workspaceId, conversationId },
      update: { $pull: { evidence: { messageIndex: { $gte: messageIndex } } } },
    },
  }));
  if (writes.length > 0) await findingCollection().bulkWrite(writes, { session });
}

export function toFinding({ _id, findingId, ...stored }: FindingRecord): Finding {
  return { id: findingId, ...stored };
}
