export const deletionStatuses = ['pending', 'running', 'completed'] as const;

/**
 * The record of a deleted workspace. It is permanent: its id is never used again, and those who were admins
 * can read the progress and result.
 */
export interface WorkspaceDeletion {
  workspaceId: string;
  status: (typeof deletionStatuses)[number];
  /** The user who requested it. */
  requestedBy: string;
  /** The users who may read the record: the admins at that time. */
  adminIds: string[];
  /** Documents deleted so far. */
  deletedCount: number;
  /** Documents when it began; null before that. */
  totalCount: number | null;
  requestedAt: Date;
  completedAt: Date | null;
  /** Time from which the reconciler ensures that a workflow runs; null once completed. */
  dueAt: Date | null;
}
