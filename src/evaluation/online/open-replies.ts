import { createHash } from 'node:crypto';
import type { Judgment } from '../../conversations/evaluations/evaluation';
import type { StoredMessage } from '../../conversations/transcript/conversation';
import { derivedId } from '../../platform/derived-id';
import { groupBy } from '../../platform/group-by';

/** A version of an evaluator. */
export interface EvaluatorVersion {
  id: string;
  version: number;
}

/** The id of the evaluation of a message by one version of an evaluator, the same in each try. */
export function onlineEvaluationId(messageId: string, { id, version }: EvaluatorVersion): string {
  return derivedId(`${messageId}/${id}/${version}`, 'online-evaluation');
}

/** A reply to evaluate, or one whose verdict is not recorded on its message yet. */
export interface OpenReply {
  message: StoredMessage;
  /** Evaluations with a verdict that is not recorded on the message; if empty, the reply must be judged. */
  evaluationIds: string[];
}

/**
 * The open replies of a conversation within the sample, in order: those that this version of the evaluator
 * has not judged, or whose evaluation is not recorded on the message yet. A `no_verdict` of online evaluation
 * is not retried.
 */
export function listOpenReplies(
  messages: readonly StoredMessage[],
  judgments: readonly Judgment[],
  evaluator: EvaluatorVersion,
  sampleRate: number,
): OpenReply[] {
  const byMessage = groupBy(
    judgments.filter(
      ({ evaluatorId, evaluatorVersion }) =>
        evaluatorId === evaluator.id && evaluatorVersion === evaluator.version,
    ),
    ({ messageId }) => messageId,
  );
  return messages.flatMap((message) => {
    if (message.role !== 'assistant' || !isSampled(message.id, sampleRate)) return [];
    const ofReply = byMessage.get(message.id) ?? [];
    const concluded = ofReply.filter(({ status }) => status !== 'no_verdict');
    // A verdict by an earlier version may be recorded; then it is older than the evaluations of this version.
    const recorded = message.verdicts.find(({ evaluatorId }) => evaluatorId === evaluator.id);
    const isDone =
      concluded.length > 0
        ? recorded !== undefined && concluded.every(({ createdAt }) => createdAt <= recorded.createdAt)
        : ofReply.some(({ id }) => id === onlineEvaluationId(message.id, evaluator));
    return isDone ? [] : [{ message, evaluationIds: concluded.map(({ id }) => id) }];
  });
}

const HASH_BYTES = 6;

/**
 * Whether a message is in the sample of evaluated messages; `sampleRate` is 0..1. Depends only on id and
 * rate, so retries and order do not change it, and a higher rate adds messages to the sample of a lower one.
 */
export function isSampled(messageId: string, sampleRate: number): boolean {
  const position =
    createHash('sha256').update(messageId).digest().readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES);
  return position < sampleRate;
}
