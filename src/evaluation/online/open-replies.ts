import type { Judgement } from '../../conversations/evaluations/evaluation';
import type { StoredMessage } from '../../conversations/transcript/conversation';
import { derivedId } from '../../platform/derived-id';
import { groupBy } from '../../platform/group-by';
import { isSampled } from './sampling';

/** A version of an evaluator. */
export interface EvaluatorVersion {
  id: string;
  version: number;
}

/** The id of the evaluation of a message by one version of an evaluator, the same in each attempt. */
export function onlineEvaluationId(messageId: string, { id, version }: EvaluatorVersion): string {
  return derivedId(`${messageId}/${id}/${version}`, 'online-evaluation');
}

/** A reply that is to be evaluated, or whose message is to say how it was. */
export interface OpenReply {
  message: StoredMessage;
  /** Completed evaluations that the message does not know of; with none of them it is to be judged. */
  evaluationIds: string[];
}

/**
 * The replies of a conversation in the sample that are open, in order: those without a completed evaluation by
 * this version of the evaluator, whoever asked for it, or whose message does not say so yet. What the evaluator
 * has found no verdict on is not asked again.
 */
export function openReplies(
  messages: readonly StoredMessage[],
  judgements: readonly Judgement[],
  evaluator: EvaluatorVersion,
  sampleRate: number,
): OpenReply[] {
  const byMessage = groupBy(
    judgements.filter(
      ({ evaluatorId, evaluatorVersion }) =>
        evaluatorId === evaluator.id && evaluatorVersion === evaluator.version,
    ),
    ({ messageId }) => messageId,
  );
  return messages.flatMap((message) => {
    if (message.role !== 'assistant' || !isSampled(message.id, sampleRate)) return [];
    const judged = byMessage.get(message.id) ?? [];
    const completed = judged.filter(({ status }) => status === 'completed');
    // A verdict by an earlier version does not speak for this one.
    const told = message.verdicts.find(({ evaluatorId }) => evaluatorId === evaluator.id);
    const isDone =
      completed.length > 0
        ? told !== undefined && completed.every(({ createdAt }) => createdAt <= told.createdAt)
        : judged.some(({ id }) => id === onlineEvaluationId(message.id, evaluator));
    return isDone ? [] : [{ message, evaluationIds: completed.map(({ id }) => id) }];
  });
}
