export const retentionChangeStatuses = ['pending', 'running', 'completed'] as const;

/** How far a changed retention has been applied to what a workspace had stored before the change. */
export interface RetentionChange {
  /** Unlike that of any other change, so that an older one never completes a newer one. */
  id: string;
  status: (typeof retentionChangeStatuses)[number];
  /** Documents whose expiry has been checked so far. */
  processedCount: number;
  /** Documents that there were when it began; null before that. */
  totalCount: number | null;
  requestedAt: Date;
  completedAt: Date | null;
  /** From when on the reconciler ensures that a workflow runs; null once completed. */
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
