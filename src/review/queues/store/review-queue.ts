import type { Reviewer } from '../../reviewer/reviewer';

/** How the replies of a queue were selected. */
export type QueueSource =
  | { kind: 'filter'; filter: string }
  | ({ kind: 'set' } & SetMembers)
  | { kind: 'sample'; filter: string; size: number; seed: string }
  | ({ kind: 'sample'; size: number; seed: string } & SetMembers)
  | { kind: 'disagreement'; evaluatorIds: string[] };

/** A version of a set, with its conversations when the queue was created: a live one may have others later. */
interface SetMembers {
  /** `name@version`. */
  set: string;
  conversationIds: string[];
}

/** A list of replies that people review. */
export interface ReviewQueue {
  id: string;
  workspaceId: string;
  name: string;
  source: QueueSource;
  /** How many reviewers review each item. */
  reviewersPerItem: number;
  /** The replies that the source selected when the queue was created. */
  population: number;
  /** The replies that became items; items are deleted with their conversations. */
  itemCount: number;
  owner: Reviewer;
  createdAt: Date;
}

/** A reviewer's exclusive right to complete an item, until it expires. */
export interface ReviewLease {
  leaseId: string;
  /** Grows with each lease of the item. */
  epoch: number;
  reviewer: Reviewer;
  /** Its length; a heartbeat extends it by that from then on. */
  seconds: number;
  expiresAt: Date;
}

export interface ReviewCompletion {
  leaseId: string;
  epoch: number;
  reviewer: Reviewer;
  completedAt: Date;
}

/** A reply in a queue. */
export interface ReviewItem {
  id: string;
  workspaceId: string;
  queueId: string;
  conversationId: string;
  messageId: string;
  /** The experiment that wrote the reply; null for original replies. */
  experimentId: string | null;
  /** 0-based; items are offered in this order. */
  position: number;
  /** Chance of the reply to be in the sample, 0..1; null if the queue is not a sample. */
  inclusionProbability: number | null;
  /** Of the latest lease; 0 before the first one. */
  epoch: number;
  /** Includes expired ones until the next claim of the item. */
  leases: ReviewLease[];
  completions: ReviewCompletion[];
  /** As many reviewers as the queue asks for have completed it. */
  isCompleted: boolean;
  /** The message's. */
  storedAt: Date;
  /** The message's. */
  expireAt: Date | null;
}

export const itemStatuses = ['open', 'leased', 'completed'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** How far a queue is, for one reviewer. */
export interface QueueProgress {
  /** Items that as many reviewers as the queue asks for have completed. */
  completed: number;
  /** Other items that the reviewer has not completed. */
  remaining: number;
}

/** `leased`: all slots that are not completed have a lease. */
export function itemStatus(item: ReviewItem, reviewersPerItem: number, now: Date): ItemStatus {
  if (item.isCompleted) return 'completed';
  const leaseCount = item.leases.filter(({ expiresAt }) => expiresAt > now).length;
  return item.completions.length + leaseCount < reviewersPerItem ? 'open' : 'leased';
}

/** What a reviewer has done with an item: `leased` while they hold it. */
export function ownStatus({ leases, completions }: ReviewItem, reviewer: Reviewer, now: Date): ItemStatus {
  const isOwn = (one: { reviewer: Reviewer }) => one.reviewer.userId === reviewer.userId;
  if (completions.some(isOwn)) return 'completed';
  return leases.some((lease) => isOwn(lease) && lease.expiresAt > now) ? 'leased' : 'open';
}
