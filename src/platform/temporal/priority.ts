import type { Priority } from '@temporalio/common';

/**
 * What the tasks of a workspace's workflows, and their activities and children, carry: a server that has fairness
 * switched on dispatches the tasks of a queue in turns by it. Shares of slots do not depend on it.
 */
export function priorityOf(workspaceId: string): Priority {
  return { fairnessKey: workspaceId };
}
