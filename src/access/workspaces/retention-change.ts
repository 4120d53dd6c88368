export const retentionChangeStatuses = ['pending', 'running', 'completed'] as const;

/** Progress of applying a changed retention to what was stored before the change. */
export interface RetentionChange {
  /** Unique per change, so that an older change never completes a newer one. */
  id: string;
  status: (typeof retentionChangeStatuses)[number];
  /** Documents whose expiry has been checked so far. */
  processedCount: number;
  /** Documents stored when it began; null before that. */
  totalCount: number | null;
  requestedAt: Date;
  completedAt: Date | null;
  /** Time from which the reconciler ensures that a workflow runs; null once completed. */
  dueAt: Date | null;
}

export function createRetentionChange(id: string, now: Date): RetentionChange {
  return {
    id,
    status: 'pending',
    processedCount: 0,
    totalCount: null,
    requestedAt: now,
    completedAt: null,
    dueAt: now,
  };
}
