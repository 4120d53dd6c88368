import type { Finding } from '../../conversations/findings/ledger/finding';
import { listReports } from '../../conversations/findings/ledger/finding.repository';
import { recurringTextOf } from '../../conversations/findings/ledger/recurring-text';
import { findJudgedFacts, type JudgedFacts } from '../../conversations/storage/judged-facts.repository';
import { currentTime } from '../../platform/clock';
import { notFound } from '../../platform/errors/error-templates';
import { inTransaction } from '../../platform/mongo/connection';
import type { Reviewer } from '../reviewer/reviewer';
import type { ReviewDraft } from './append-review';
import { checkLabel, checkSpan } from './check-span';
import type { ReplyTexts } from './reply-texts';
import type { FindingVerdict, ReplyVerdict, ReviewedSpan } from './review';

/** A reviewer's verdict on a finding; the label and offsets of a confirmed one correct it. Null: not corrected. */
export interface FindingReviewRequest {
  verdict: FindingVerdict;
  label: string | null;
  startOffset: number | null;
  endOffset: number | null;
  reason: string | null;
  comment: string | null;
}

/** A span that no evaluator reported. */
export interface MissedSpanRequest extends ReviewedSpan {
  /** Of the finding that it becomes, unless it is one already. */
  id: string;
  /** Where the request has it. */
  loc: string[];
  reason: string | null;
  comment: string | null;
}

/** A reviewer's verdict on a whole reply. */
export interface ReplyReviewRequest {
  verdict: ReplyVerdict;
  comment: string | null;
}

export interface DraftContext {
  workspaceId: string;
  reviewer: Reviewer;
  /** The labels of the current issue configuration. */
  labels: readonly string[];
  /** Of the reply. */
  textOf: ReplyTexts;
  /** Where the request has the review. */
  loc: string[];
}

export function draftReplyReview(request: ReplyReviewRequest, reviewer: Reviewer): ReviewDraft {
  return { ...request, findingId: null, span: null, reason: null, adjudicatedAs: null, reviewer };
}

/** The report of a finding that a review is about: a current one, the latest; null when there is none. */
export async function findReport(workspaceId: string, findingId: string): Promise<Finding | null> {
  const reports = await listReports(workspaceId, findingId);
  const timeOf = ({ reportedAt }: Finding) => reportedAt?.getTime() ?? 0;
  const sorted = reports.sort(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent) || timeOf(other) - timeOf(one),
  );
  return sorted[0] ?? null;
}

/**
 * Checks a review of a finding.
 * @throws ValidationError
 */
export async function draftFindingReview(
  finding: Finding,
  { label, startOffset, endOffset, ...request }: FindingReviewRequest,
  { reviewer, labels, textOf, loc }: Omit<DraftContext, 'workspaceId'>,
): Promise<ReviewDraft> {
  const isConfirmed = request.verdict === 'confirmed';
  const span = {
    messagePartIndex: finding.messagePartIndex,
    startOffset: startOffset ?? finding.startOffset,
    endOffset: endOffset ?? finding.endOffset,
    label: label ?? finding.label,
  };
  if (label !== null && label !== finding.label) checkLabel(label, labels, loc);
  if (startOffset !== null || endOffset !== null) await checkSpan(textOf, span, loc);
  return {
    ...request,
    findingId: finding.id,
    span: isConfirmed ? span : null,
    adjudicatedAs: null,
    reviewer,
  };
}

/**
 * Checks spans that a person marked in a reply. `matchMissedSpans` says which are stored findings.
 * @throws ValidationError; AppError not_found
 */
export async function draftMissedSpans(
  messageId: string,
  requests: readonly MissedSpanRequest[],
  { workspaceId, reviewer, labels, textOf }: Omit<DraftContext, 'loc'>,
): Promise<ReviewDraft[]> {
  const checked: (MissedSpanRequest & { text: string; toolName: string | null })[] = [];
  for (const { loc, ...request } of requests) {
    checkLabel(request.label, labels, loc);
    checked.push({ ...request, loc, ...(await checkSpan(textOf, request, loc)) });
  }
  const facts = await inTransaction(async (session) =>
    (await findJudgedFacts([{ workspaceId, messageId }], session)).get(messageId),
  );
  if (facts === undefined) throw notFound('Message', 'message_id');
  return checked.map((request) => {
    const newFinding = toFinding(request, facts);
    const { reason, comment } = request;
    const decision = { verdict: 'confirmed', reason, comment, adjudicatedAs: null, reviewer } as const;
    return { ...decision, span: spanOf(request), findingId: newFinding.id, newFinding };
  });
}

function spanOf({ messagePartIndex, startOffset, endOffset, label }: ReviewedSpan): ReviewedSpan {
  return { messagePartIndex, startOffset, endOffset, label };
}

function toFinding(
  { id, text, toolName, reason, ...span }: MissedSpanRequest & { text: string; toolName: string | null },
  { evaluationIds: _verdicts, ...facts }: JudgedFacts,
): Finding {
  return {
    ...facts,
    ...spanOf(span),
    id,
    text,
    explanation: reason ?? '',
    toolName,
    parameterName: null,
    confidence: null,
    evidence: [],
    evaluatorId: null,
    evaluatorVersion: null,
    evaluationId: null,
    issueConfigVersion: null,
    reportedAt: currentTime(),
    issueCount: null,
    recurring: recurringTextOf(text),
    isCurrent: true,
    review: null,
  };
}
