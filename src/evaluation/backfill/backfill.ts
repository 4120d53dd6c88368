import type { TimePosition } from '../../platform/time-position';

/** `running` also while its conversations are listed. */
export type BackfillStatus = 'running' | 'completed' | 'cancelled';

/** The conversations whose replies a backfill evaluates. */
export interface BackfillSource {
  /** Null with a filter. */
  conversationIds: string[] | null;
  /** A message filter: conversations with at least one matching message. Null with ids. */
  filter: string | null;
}

/** An evaluation of stored replies that one version of an evaluator has not judged. */
export interface Backfill {
  id: string;
  workspaceId: string;
  evaluatorId: string;
  evaluatorVersion: number;
  source: BackfillSource;
  /** The maximum of conversations. */
  limit: number;
  isCancelled: boolean;
  /** How far the conversations are listed. */
  position: BackfillPosition;
  isListed: boolean;
  listedCount: number;
  /** Conversations with replies that could not be evaluated. */
  failedCount: number;
  /** Conversations that it had left when it was cancelled. */
  cancelledCount: number;
  createdAt: Date;
}

/** The next of the named ids, or the last conversation that was looked at. */
export interface BackfillPosition {
  index: number;
  after: TimePosition | null;
}

/** Without the ids of its conversations, of which there may be 10,000. */
export interface ListedBackfill extends Omit<Backfill, 'source'> {
  source: Pick<BackfillSource, 'filter'>;
}

export interface BackfillWithProgress extends ListedBackfill {
  status: BackfillStatus;
  /** Conversations that are due or being evaluated. */
  pendingCount: number;
}

export const firstPosition: BackfillPosition = { index: 0, after: null };
