import { listScores } from '../../conversations/evaluations/evaluation.repository';
import {
  type ConfidentFinding,
  listConfidentFindings,
} from '../../conversations/findings/ledger/reviewed-finding.repository';
import { populationOf } from '../accuracy/choose-sample';
import { listVerdictSources, type PredictionRead } from '../accuracy/predicted-issues.repository';
import { readAuditedSample } from '../accuracy/sampled-accuracy';
import type { ReviewQueue } from '../queues/store/review-queue';
import type { CalibrationReply } from './calibration';
import { assignFolds } from './cross-fitting';
import type { FoldedObservation } from './fit-scale';

/** The evaluator and the labels that reviews are compared with. */
export interface EvaluatorVersions {
  evaluatorId: string;
  evaluatorVersion: number;
  issueConfigVersion: number;
}

/** The reviewed replies of a sample with what the evaluator says of them. */
export interface CalibrationSample {
  population: number;
  /** Null if they are of too few conversations to measure a fit out of sample. */
  replies: CalibrationReply[] | null;
  reviewedCount: number;
  disputedCount: number;
  undecidedCount: number;
  /** Null with undecided findings, or with findings of too few conversations. */
  findings: FoldedObservation[] | null;
}

/**
 * Reads the completed items before the first open one that are replies of conversations, and whose latest verdict is by
 * these versions. They are a random sample of all such replies that the queue was drawn from.
 */
export async function readCalibrationSample(
  workspaceId: string,
  queue: ReviewQueue,
  { evaluatorId, evaluatorVersion, issueConfigVersion }: EvaluatorVersions,
  read: PredictionRead,
): Promise<CalibrationSample> {
  const isByVersions = { evaluatorId, evaluatorVersion, issueConfigVersion };
  const query = { experimentId: null, verdicts: { $elemMatch: isByVersions } };
  const population = populationOf(queue, evaluatorId, query);
  const audited = await readAuditedSample(workspaceId, { queue, population, experimentId: null }, read);
  const { sample, sums, disputedCount } = audited;
  const reviewedOf = new Map(sample.map(({ reviewed, predicted }) => [predicted.messageId, reviewed]));
  const messageIds = [...reviewedOf.keys()];
  const sources = await listVerdictSources(workspaceId, evaluatorId, messageIds, read);
  const scores = await listScores(
    workspaceId,
    sources.map(({ evaluationId }) => evaluationId),
    read,
  );
  const scoreOf = new Map(scores.map((one) => [one.id, one]));
  const replies = sources.flatMap(({ messageId, conversationId, evaluationId }) => {
    const reviewedReply = reviewedOf.get(messageId);
    const { score = null, isFlagged = false, canBeFlagged = false } = scoreOf.get(evaluationId) ?? {};
    if (reviewedReply === undefined || score === null) return [];
    const { hasIssue, issues } = reviewedReply;
    const flags = { isFlagged, canBeFlagged, hasIssue };
    return [{ messageId, conversationId, score, ...flags, isDecided: issues !== null }];
  });
  const undecidedCount = replies.filter(({ isDecided }) => !isDecided).length;
  const confidentFindings =
    undecidedCount > 0 ? [] : await listConfidentFindings(workspaceId, evaluatorId, messageIds, read);
  const replyOf = new Map(replies.map((reply) => [reply.messageId, reply]));
  const findings = confidentFindings.flatMap((finding) => {
    const reply = replyOf.get(finding.messageId);
    return reply === undefined ? [] : [{ ...reply, ...toOutcome(finding, reply.hasIssue) }];
  });
  return {
    population: sums.count,
    replies: withFolds(replies, ({ score, isFlagged, canBeFlagged, hasIssue }) => ({
      score,
      isFlagged,
      canBeFlagged,
      hasIssue,
    })),
    reviewedCount: replies.length,
    disputedCount,
    undecidedCount,
    findings: withFolds(findings, ({ score, outcome }) => ({ score, outcome })),
  };
}

/** A reply without an issue has no finding that holds, also if no review rejects it. */
function toOutcome({ confidence, review }: ConfidentFinding, hasIssue: boolean) {
  return { score: confidence ?? 0, outcome: Number(hasIssue && review === 'confirmed') };
}

function withFolds<Item extends { conversationId: string }, Observed>(
  items: readonly Item[],
  observe: (item: Item) => Observed,
): (Observed & { fold: number })[] | null {
  const folds = assignFolds(items.map(({ conversationId }) => conversationId));
  return folds && items.map((item) => ({ ...observe(item), fold: folds.get(item.conversationId) ?? 0 }));
}
