import type { SentVerdict } from './verdict-source';

/** The name of the metric: 1 if the reply has issues, 0 if it is clean. */
export const METRIC = 'hallucination';

/** What a destination did with a batch of verdicts. */
export interface SentCounts {
  sent: number;
  /** Of replies without a span, where the destination needs one, or whose span it does not have. */
  unplaced: number;
  /** Why it refused others, one reason for each. */
  refused: string[];
}

/** Another tool that stores verdicts. Sending a verdict again replaces it. */
export interface Destination {
  /** @throws SendError if it does not accept the batch, also after retries */
  send(verdicts: readonly SentVerdict[], signal: AbortSignal): Promise<SentCounts>;
}

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
