import type { ConversationService } from '../../conversations/conversation.service';
import {
  type Evaluation,
  type EvaluationSubject,
  makeEvaluation,
} from '../../conversations/evaluations/evaluation';
import { getEvaluations } from '../../conversations/evaluations/evaluation.repository';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { derivedId } from '../../platform/derived-id';
import { retryThroughOutage } from '../../platform/mongo/outage';
import type { Finding, ReplySide } from '../store/experiment';
import { countsBaseline } from '../store/item-status';
import type { ItemReply } from './item-reply';
import { type ItemTry, isRepeated, judgeReply, STORE_TIMEOUT_MS } from './item-try';
import { lastReplyIndex, promptOf } from './replay';
import { withSchemaIssue } from './schema-issue';

export type EvaluationStore = Pick<ConversationService, 'storeEvaluation'>;

/** Judges the new reply, unless an earlier try has. */
export function evaluateReply(
  itemTry: ItemTry,
  store: EvaluationStore,
  { message, evidence, side }: ItemReply,
): Promise<Evaluation> {
  const { item, plan } = itemTry;
  const subject = subjectOf(itemTry, side.messageId ?? derivedId(item.id, 'reply'), item.id);
  const id = derivedId(item.id, 'reply-evaluation');
  return evaluateOnce(itemTry, store, id, subject, async () => {
    const verdict = await judgeReply(itemTry, evidence, message, id);
    return withSchemaIssue(verdict, message, side.schemaErrors, plan.experiment.issueConfig.labels);
  });
}

/**
 * Judges the original reply if the baseline has no evaluation yet; null if there is nothing to do. All samples of a
 * conversation have the same original reply, which the first one judges. If replies
 * are passed through, both replies are the same text and share the verdict.
 */
export async function evaluateBaseline(
  itemTry: ItemTry,
  store: EvaluationStore,
  ofReply: Evaluation,
): Promise<Evaluation | null> {
  const { plan, item, transcript } = itemTry;
  const { messages } = transcript;
  const original = messages[lastReplyIndex(messages)];
  if (!countsBaseline(item) || item.baseline?.messageId == null) return null;
  if (item.baseline.evaluationId !== null || original === undefined) return null;
  const id = derivedId(item.id, 'baseline-evaluation');
  const subject = subjectOf(itemTry, item.baseline.messageId, null);
  if (!plan.experiment.isPassThrough) {
    const evidence = promptOf(messages);
    return evaluateOnce(itemTry, store, id, subject, () => judgeReply(itemTry, evidence, original, id));
  }
  return storeThroughOutage(itemTry, store, { ...ofReply, ...subject, id });
}

/** The fields that an evaluation sets on a reply of an item. */
export function findingsOf({
  id,
  status,
  annotations,
}: Evaluation): Pick<ReplySide, 'evaluationId' | 'findings' | 'hasNoVerdict' | 'isNotJudgeable'> {
  return {
    evaluationId: id,
    findings: status === 'completed' ? annotations.map(toFinding) : null,
    hasNoVerdict: status === 'no_verdict',
    isNotJudgeable: status === 'not_judgeable',
  };
}

/** The fields of an annotation that metrics are computed from. */
export function toFinding({ label, toolName, parameterName }: Evaluation['annotations'][number]): Finding {
  return { label, toolName, parameterName };
}

/** Pays for a verdict once: a retry returns the stored evaluation. */
async function evaluateOnce(
  itemTry: ItemTry,
  store: EvaluationStore,
  id: string,
  subject: EvaluationSubject,
  judgeIt: () => Promise<Verdict>,
): Promise<Evaluation> {
  const [earlier] = isRepeated(itemTry) ? await getEvaluations(subject.workspaceId, [id]) : [];
  if (earlier !== undefined) return earlier;
  const verdict = await judgeIt();
  return storeThroughOutage(itemTry, store, makeEvaluation(subject, verdict, id));
}

function storeThroughOutage(
  { signal }: ItemTry,
  store: EvaluationStore,
  evaluation: Evaluation,
): Promise<Evaluation> {
  const write = () => store.storeEvaluation(evaluation);
  return retryThroughOutage(write, { signal, timeoutMs: STORE_TIMEOUT_MS });
}

function subjectOf(
  { plan, item, transcript }: ItemTry,
  messageId: string,
  itemId: string | null,
): EvaluationSubject {
  const { evaluatorId, evaluatorVersion, issueConfigVersion } = plan.experiment;
  return {
    workspaceId: item.workspaceId,
    conversationId: item.conversationId,
    messageId,
    experimentId: item.experimentId,
    itemId,
    evaluatorId,
    evaluatorVersion,
    issueConfigVersion,
    expireAt: transcript.conversation.expireAt,
  };
}
