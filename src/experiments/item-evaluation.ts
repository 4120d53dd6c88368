import type { ConversationService } from '../conversations/conversation.service';
import {
  type Evaluation,
  type EvaluationSubject,
  makeEvaluation,
} from '../conversations/evaluations/evaluation';
import { getEvaluations, insertEvaluationIfAbsent } from '../conversations/evaluations/evaluation.repository';
import type { Verdict } from '../conversations/evaluations/verdict';
import { derivedId } from '../platform/derived-id';
import { retryThroughOutage } from '../platform/mongo/outage';
import type { Finding, ReplySide } from './experiment';
import type { ItemReply } from './item-reply';
import { type ItemTry, isRepeated, judgeReply, STORE_TIMEOUT_MS } from './item-try';
import { lastReplyIndex, promptOf } from './replay';
import { countsBaseline } from './tally';

export type VerdictStore = Pick<ConversationService, 'recordVerdicts'>;

/** Judges the new reply, unless an earlier try has. */
export function evaluateReply(
  itemTry: ItemTry,
  store: VerdictStore,
  { message, evidence, side }: ItemReply,
): Promise<Evaluation> {
  const { item } = itemTry;
  const subject = subjectOf(itemTry, side.messageId ?? derivedId(item.id, 'reply'), item.id);
  const id = derivedId(item.id, 'reply-evaluation');
  return evaluateOnce(itemTry, store, id, subject, () => judgeReply(itemTry, evidence, message, id));
}

/**
 * Judges the original reply if the baseline has no evaluation yet; null if there is nothing to do. All samples of a
 * conversation have the same original reply, which the first one judges. If replies
 * are passed through, both replies are the same text and share the verdict.
 */
export async function evaluateBaseline(
  itemTry: ItemTry,
  store: VerdictStore,
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
  return saveAndRecord(itemTry, store, { ...ofReply, ...subject, id });
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
  store: VerdictStore,
  id: string,
  subject: EvaluationSubject,
  judgeIt: () => Promise<Verdict>,
): Promise<Evaluation> {
  const [earlier] = isRepeated(itemTry) ? await getEvaluations(subject.workspaceId, [id]) : [];
  // The try that stored it may have crashed before recording it on the message.
  if (earlier !== undefined) return saveAndRecord(itemTry, store, earlier);
  const verdict = await judgeIt();
  return saveAndRecord(itemTry, store, makeEvaluation(subject, verdict, id));
}

/** Stores an evaluation unless its id exists, and records the verdict of the stored one on its message. */
function saveAndRecord(
  { signal }: ItemTry,
  store: VerdictStore,
  evaluation: Evaluation,
): Promise<Evaluation> {
  const write = async () => {
    const kept = await insertEvaluationIfAbsent(evaluation);
    await store.recordVerdicts([kept]);
    return kept;
  };
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
