import type { Priority } from '@temporalio/common';

/**
 * The priority of a workspace's workflows, their activities and children. With fairness enabled, the server
 * dispatches the tasks of a queue round robin by its fairness key. Shares of slots do not depend on it.
 */
export function priorityOf(workspaceId: string): Priority {
  return { fairnessKey: workspaceId };
}
