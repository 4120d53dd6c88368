/** The completed verdict of one evaluator about one message, for a tool that stores verdicts. */
export interface SentVerdict {
  /** The same for later evaluations of the message by this evaluator, so that a destination replaces the verdict. */
  id: string;
  evaluationId: string;
  judgedAt: string;
  evaluator: { id: string; name: string; kind: string };
  conversationId: string;
  messageId: string;
  /** The call that wrote the message; null if it is unknown. */
  span: { traceId: string; spanId: string } | null;
  issueCount: number;
  labels: string[];
  /** What was found, empty for a clean message. */
  explanation: string;
}

/** A verdict whose reply has a span. */
export type PlacedVerdict = SentVerdict & { span: NonNullable<SentVerdict['span']> };

/** The name of the metric: 1 if the reply has issues, 0 if it is clean. */
export const METRIC = 'hallucination';

export function scoreOf({ issueCount }: SentVerdict): 0 | 1 {
  return issueCount > 0 ? 1 : 0;
}

export function labelOf({ issueCount }: SentVerdict): string {
  return issueCount > 0 ? 'hallucinated' : 'clean';
}

/** What a verdict says about its origin. */
export function originOf(verdict: SentVerdict): Record<string, unknown> {
  return {
    evaluation_id: verdict.evaluationId,
    evaluator_id: verdict.evaluator.id,
    evaluator_name: verdict.evaluator.name,
    conversation_id: verdict.conversationId,
    message_id: verdict.messageId,
    issue_count: verdict.issueCount,
    issue_labels: verdict.labels,
  };
}
