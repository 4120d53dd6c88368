import type { Annotation } from '../../../../packages/detector';
import type { MessageRole } from '../../../../packages/formats';
import type { ConversationType } from '../../transcript/conversation';

/** What people's reviews say of a finding; null if it has no review. */
export const reviewStates = ['confirmed', 'rejected', 'disputed'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** What kind of text a finding may have that other conversations may repeat. */
export const recurringKinds = ['url', 'sku', 'number', 'name'] as const;
export type RecurringKind = (typeof recurringKinds)[number];

/** What a finding's text is, in a form that is equal for texts that differ in spelling only. */
export interface RecurringText {
  kind: RecurringKind;
  key: string;
}

/** The evaluation that reported a finding. All are null for a span that a person marked. */
export interface FindingSource {
  evaluatorId: string | null;
  evaluatorVersion: number | null;
  evaluationId: string | null;
  /** Null when the request had its own labels or context. */
  issueConfigVersion: number | null;
  /** When it was evaluated or marked. */
  reportedAt: Date | null;
  /** The number of findings of the evaluation. */
  issueCount: number | null;
}

/** Fields of the message and its conversation, copied so that a filter reads one collection only. */
export interface FindingFacts {
  workspaceId: string;
  conversationId: string;
  conversationType: ConversationType;
  /** Set for replies that an experiment wrote. */
  experimentId: string | null;
  itemId: string | null;
  role: MessageRole;
  model: string | null;
  provider: string | null;
  agentName: string | null;
  promptVersion: string | null;
  tags: { key: string; value: string }[];
  /** When the message was written. */
  createdAt: Date;
  /** The message's. */
  storedAt: Date;
  expireAt: Date | null;
}

/**
 * A span that one evaluator reports, or a person marked. Reports of the same span by several evaluators are separate
 * rows with the same `id`.
 */
export interface Finding extends Annotation, FindingSource, FindingFacts {
  /** Stable: it survives evaluations that report the span again, moved or with another label. */
  id: string;
  messageId: string;
  /** Of the text; null if it is not of a kind that recurs. */
  recurring: RecurringText | null;
  /** Whether the latest evaluation by this evaluator reports it. */
  isCurrent: boolean;
  review: ReviewState | null;
}

/** The key of an evaluator's report of a finding; null: of a person's. Reports of one finding sort next to each other. */
export function reportKey({ id, evaluatorId }: Pick<Finding, 'id' | 'evaluatorId'>): string {
  return `${id}/${evaluatorId ?? ''}`;
}
