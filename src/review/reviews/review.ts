import type { Reviewer } from '../reviewer/reviewer';

/** A reviewer's verdict on a finding. */
export const findingVerdicts = ['confirmed', 'rejected'] as const;
export type FindingVerdict = (typeof findingVerdicts)[number];

/** A reviewer's verdict on a whole reply. */
export const replyVerdicts = ['clean', 'has_issue'] as const;
export type ReplyVerdict = (typeof replyVerdicts)[number];

/** A span of a message part with its label. Offsets are code points, 0-based, end exclusive. */
export interface ReviewedSpan {
  messagePartIndex: number;
  startOffset: number;
  endOffset: number;
  label: string;
}

/** A reviewer's verdict on one finding or one reply. It is appended and never changed. */
export interface Review<Verdict extends string = FindingVerdict | ReplyVerdict> {
  id: string;
  workspaceId: string;
  conversationId: string;
  messageId: string;
  /** Null: the review is of the whole reply. */
  findingId: string | null;
  /** The experiment that wrote the reply; null for original replies. */
  experimentId: string | null;
  /** 1 for the first review of the finding or reply. */
  number: number;
  verdict: Verdict;
  /** What a confirmed finding was at the time of the review, as corrected by the reviewer; null otherwise. */
  span: ReviewedSpan | null;
  reason: string | null;
  comment: string | null;
  /** Decides the state until a later adjudication. */
  isAdjudication: boolean;
  /** What allowed it; null for other reviews. */
  adjudicatedAs: Adjudicator | null;
  /** What all reviews of the finding or reply say together, up to this one. */
  state: Verdict | 'disputed';
  reviewer: Reviewer;
  createdAt: Date;
  /** The message's. */
  storedAt: Date;
  /** The message's. */
  expireAt: Date | null;
}

/** Who may adjudicate: admins, and owners of a queue that has the reply while its reviewers disagree. */
export const adjudicators = ['admin', 'queue_owner'] as const;
export type Adjudicator = (typeof adjudicators)[number];

/** The latest review of a reviewer, and how many they have written; adjudications left out. */
export interface ReviewerStanding {
  userId: string;
  verdict: Review['verdict'];
  count: number;
}

/** What decides the state of a finding or reply after its latest review, however many there were. */
export interface ReviewStanding {
  number: number;
  /** The latest adjudication. */
  decision: { verdict: Review['verdict']; as: Adjudicator } | null;
  /** In the order of their first reviews. */
  reviewers: ReviewerStanding[];
}

/** What the reviews of a finding or reply say together. */
export type ReviewedState = Review['state'];

/** What a review is of. */
export type ReviewTarget = Pick<Review, 'workspaceId' | 'messageId' | 'findingId'>;
