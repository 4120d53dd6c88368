import type { ClientSession } from 'mongoose';
import { derivedId } from '../../platform/derived-id';
import { groupBy } from '../../platform/group-by';
import type { Evaluation } from '../evaluations/evaluation';
import type { Finding } from '../findings/ledger/finding';
import {
  filterMessagesWithFindings,
  listStoredSpans,
  pruneFindings,
  retireFindings,
  type StoredSpan,
  saveFindingFacts,
  saveFindings,
} from '../findings/ledger/finding.repository';
import { matchSpans } from '../findings/ledger/finding-identity';
import { recurringTextOf } from '../findings/ledger/recurring-text';
import { findJudgedFacts, type JudgedFacts } from './judged-facts.repository';

/**
 * Findings of a message without a review that an evaluator reported before and no longer does: the latest so many stay, so
 * that a span that returns has its id again.
 */
const MAX_SUPERSEDED = 100;

/**
 * Replaces each evaluator's current findings with those of its latest evaluation, in the transaction that puts the
 * verdicts onto the messages, or after it. An evaluation is left out if its message has no verdict of it: then the message is
 * gone, or a later evaluation counts. Repeating a call changes nothing.
 */
export async function recordFindings(
  evaluations: readonly Evaluation[],
  session: ClientSession,
): Promise<void> {
  const messages = await findJudgedFacts(evaluations, session);
  const latest = evaluations.filter(({ id, workspaceId, messageId }) => {
    const message = messages.get(messageId);
    return message?.workspaceId === workspaceId && message.evaluationIds.has(id);
  });
  const keys = latest.map(({ workspaceId, messageId }) => ({ workspaceId, id: messageId }));
  const storedSpans = groupBy(await listStoredSpans(keys, session), ({ messageId }) => messageId);
  const saved: Finding[] = [];
  const retired: StoredSpan[] = [];
  const pruned: StoredSpan[] = [];
  for (const [messageId, ofMessage] of groupBy(latest, (evaluation) => evaluation.messageId)) {
    let spans = storedSpans.get(messageId) ?? [];
    for (const evaluation of ofMessage) {
      const findings = toFindings(evaluation, messages.get(messageId) as JudgedFacts, spans);
      const ids = new Set(findings.map(({ id }) => id));
      const isOwn = ({ evaluatorId }: StoredSpan) => evaluatorId === evaluation.evaluatorId;
      const missingSpans = spans.filter((span) => isOwn(span) && !ids.has(span.findingId));
      saved.push(...findings);
      retired.push(...missingSpans.filter(({ isCurrent }) => isCurrent));
      pruned.push(...findPrunable(missingSpans));
      spans = [
        ...spans.filter((span) => !isOwn(span)),
        ...missingSpans,
        ...findings.map(({ id, ...finding }) => ({ ...finding, findingId: id })),
      ];
    }
  }
  await retireFindings(retired, session);
  await saveFindings(saved, session);
  await pruneFindings(pruned, session);
}

/** The oldest superseded findings beyond the maximum; those with a review stay. */
function findPrunable(superseded: readonly StoredSpan[]): StoredSpan[] {
  return superseded
    .filter(({ review }) => review === null)
    .toSorted((one, other) => Number(other.reportedAt) - Number(one.reportedAt))
    .slice(MAX_SUPERSEDED);
}

/** Copies changed fields of messages to their findings. */
export async function refreshFindings(
  workspaceId: string,
  messageIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  const ids = await filterMessagesWithFindings(workspaceId, messageIds, session);
  const messages = await findJudgedFacts(
    ids.map((messageId) => ({ workspaceId, messageId })),
    session,
  );
  const facts = [...messages.values()].map(({ evaluationIds: _verdicts, ...fields }) => fields);
  await saveFindingFacts(facts, session);
}

function toFindings(
  evaluation: Evaluation,
  { evaluationIds: _verdicts, ...facts }: JudgedFacts,
  spans: readonly StoredSpan[],
): Finding[] {
  const { id: evaluationId, evaluatorId, evaluatorVersion, issueConfigVersion, annotations } = evaluation;
  const reviews = new Map(spans.map(({ findingId, review }) => [findingId, review]));
  const ids = matchSpans(spans, annotations);
  return annotations.map((annotation, index) => {
    const id = ids[index] ?? derivedId(`${evaluationId}/${index}`, 'finding');
    return {
      ...annotation,
      // An evaluation without a calibration replaces what an earlier one stored.
      calibratedConfidence: annotation.calibratedConfidence ?? null,
      ...facts,
      id,
      evaluatorId,
      evaluatorVersion,
      evaluationId,
      issueConfigVersion,
      reportedAt: evaluation.createdAt,
      issueCount: annotations.length,
      recurring: recurringTextOf(annotation.text),
      isCurrent: true,
      review: reviews.get(id) ?? null,
    };
  });
}
