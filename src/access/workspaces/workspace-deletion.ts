export const deletionStatuses = ['pending', 'running', 'completed'] as const;

/**
 * The record of a deleted workspace. It stays: its id is never used again, and those who were admins can read what
 * became of the deletion.
 */
export interface WorkspaceDeletion {
  workspaceId: string;
  status: (typeof deletionStatuses)[number];
  /** The user who asked for it. */
  requestedBy: string;
  /** Who may read the record: the admins at that time. */
  adminIds: string[];
  /** Documents deleted so far. */
  deletedCount: number;
  /** Documents that there were when it began; null before that. */
  totalCount: number | null;
  requestedAt: Date;
  completedAt: Date | null;
  /** From when on the reconciler ensures that a workflow runs; null once completed. */
  dueAt: Date | null;
}
