import type { Annotation, ConversationDetail, Evaluation } from '../../api/types';
import type { readSpan } from '../../text/finding-links';

/** An evaluation and the index of the reply that it judged; -1 if that is not loaded. */
export interface ReplyEvaluation {
  messageIndex: number;
  evaluation: Evaluation;
}

/** An annotation and its message. */
export interface Issue extends ReplyEvaluation {
  /** 1-based, in reading order. */
  number: number;
  annotation: Annotation;
}

/** Evaluations by one version of an evaluator. */
export interface EvaluatorResult {
  /** Evaluator and version, as a URL parameter. */
  key: string;
  evaluatorId: string;
  version: number;
  /** The newest evaluation of each message. */
  evaluations: readonly Evaluation[];
}

/** Groups the newest evaluation of each message by evaluator and version, the latest evaluator first. */
export function groupByEvaluator(evaluations: readonly Evaluation[]): EvaluatorResult[] {
  const newestFirst = [...evaluations].sort((a, b) => b.created_at.localeCompare(a.created_at));
  const results = new Map<string, EvaluatorResult & { evaluations: Evaluation[] }>();
  for (const evaluation of newestFirst) {
    const { evaluator_id: evaluatorId, evaluator_version: version } = evaluation;
    const key = `${evaluatorId}.${version}`;
    const result = results.get(key) ?? { key, evaluatorId, version, evaluations: [] };
    results.set(key, result);
    const isKnown = result.evaluations.some(({ message_id }) => message_id === evaluation.message_id);
    if (!isKnown) result.evaluations.push(evaluation);
  }
  return [...results.values()];
}

/** Lists the annotations of evaluations in reading order. */
export function buildIssues({ messages }: ConversationDetail, evaluations: readonly Evaluation[]): Issue[] {
  const indexOf = indexById(messages);
  return evaluations
    .flatMap((evaluation) => {
      const messageIndex = indexOf.get(evaluation.message_id);
      if (messageIndex === undefined) return [];
      return evaluation.annotations.map((annotation) => ({ annotation, messageIndex, evaluation }));
    })
    .sort(
      (a, b) =>
        a.messageIndex - b.messageIndex ||
        a.annotation.message_part_index - b.annotation.message_part_index ||
        a.annotation.start_offset - b.annotation.start_offset,
    )
    .map((issue, index) => ({ ...issue, number: index + 1 }));
}

const indexById = (messages: ConversationDetail['messages']) =>
  new Map(messages.map(({ id }, index) => [id, index]));

/** The evaluation of the last judged reply in the order of messages; null without any. */
export function findLastEvaluation(
  { messages }: Pick<ConversationDetail, 'messages'>,
  evaluations: readonly Evaluation[],
): ReplyEvaluation | null {
  const indexOf = indexById(messages);
  return evaluations
    .map((evaluation) => ({ evaluation, messageIndex: indexOf.get(evaluation.message_id) ?? -1 }))
    .reduce<ReplyEvaluation | null>(
      (last, one) => (last === null || one.messageIndex > last.messageIndex ? one : last),
      null,
    );
}

/** The index of the last reply, if it is later than the last evaluated one; null otherwise. */
export function findUnevaluatedReply(
  { messages }: Pick<ConversationDetail, 'messages'>,
  last: ReplyEvaluation | null,
): number | null {
  if (last === null || last.messageIndex === -1) return null;
  const index = messages.findLastIndex(({ role }) => role === 'assistant');
  return index > last.messageIndex ? index : null;
}

/** The issue that begins where a span of the URL does; its end may have moved since. */
export function findIssueAt(issues: readonly Issue[], span: ReturnType<typeof readSpan>): Issue | undefined {
  return issues.find(
    ({ annotation, evaluation }) =>
      evaluation.message_id === span?.messageId &&
      annotation.message_part_index === span.message_part_index &&
      annotation.start_offset === span.start_offset,
  );
}
