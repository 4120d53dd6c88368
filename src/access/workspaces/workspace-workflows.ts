import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { applyRetention } from '../../../workflows/apply-retention.workflow';
import {
  type ApplyRetentionInput,
  applyRetentionWorkflow,
  type DeleteWorkspaceInput,
  deleteWorkspaceWorkflow,
  retentionChangedSignal,
} from '../../../workflows/contracts';
import type { deleteWorkspace } from '../../../workflows/delete-workspace.workflow';
import { callTemporal } from '../../platform/temporal/connection';
import { workspaceAttribute } from '../../platform/temporal/search-attributes';

/** Temporal operations for workspaces. All throw AppError temporal_unavailable in an outage. */
export interface WorkspaceWorkflows {
  /** Starts the workflow that applies a changed retention, or signals the running one. */
  applyRetention(workspaceId: string): Promise<void>;
  /** Starts it unless it is running. */
  ensureRetentionApplied(workspaceId: string): Promise<void>;
  /** Starts the workflow that deletes the content of a workspace, unless it is running. */
  deleteWorkspace(workspaceId: string): Promise<void>;
  /**
   * The ids of workflows of a workspace that visibility lists as running, at most 100; may lag by seconds.
   */
  listRunning(workspaceId: string): Promise<string[]>;
  /** Requests cancellation of those workflows that are running; returns their number. */
  cancelAll(workflowIds: readonly string[]): Promise<number>;
}

const POLL_MS = 500;
// A process that hangs instead of crashing may write as late as this.
const SWEEP_AFTER_MS = [60_000, 600_000, 3_600_000];
const LIST_PAGE_SIZE = 100;

export function createWorkspaceWorkflows(client: Client, taskQueue: string): WorkspaceWorkflows {
  return {
    async applyRetention(workspaceId) {
      await callTemporal(client, () =>
        client.workflow.signalWithStart<typeof applyRetention>(applyRetentionWorkflow.type, {
          ...retentionOptions(taskQueue, workspaceId),
          signal: retentionChangedSignal,
          signalArgs: [],
        }),
      );
    },

    async ensureRetentionApplied(workspaceId) {
      await callTemporal(client, () =>
        client.workflow.start<typeof applyRetention>(applyRetentionWorkflow.type, {
          ...retentionOptions(taskQueue, workspaceId),
          workflowIdConflictPolicy: 'USE_EXISTING',
        }),
      );
    },

    async deleteWorkspace(workspaceId) {
      const input: DeleteWorkspaceInput = { workspaceId, pollMs: POLL_MS, sweepAfterMs: SWEEP_AFTER_MS };
      await callTemporal(client, () =>
        client.workflow.start<typeof deleteWorkspace>(deleteWorkspaceWorkflow.type, {
          taskQueue,
          // Without the search attribute of the workspace: it would cancel itself.
          workflowId: deleteWorkspaceWorkflow.idOf(workspaceId),
          args: [input],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          staticSummary: `Deletion of workspace ${workspaceId}`,
        }),
      );
    },

    async listRunning(workspaceId) {
      const { executions } = await callTemporal(client, () =>
        client.workflowService.listWorkflowExecutions({
          namespace: client.options.namespace,
          pageSize: LIST_PAGE_SIZE,
          query: `ExecutionStatus = 'Running' AND ${workspaceAttribute.name} = '${workspaceId}'`,
        }),
      );
      return (executions ?? []).flatMap(({ execution }) => execution?.workflowId ?? []);
    },

    async cancelAll(workflowIds) {
      let running = 0;
      for (const workflowId of workflowIds) if (await cancel(client, workflowId)) running += 1;
      return running;
    },
  };
}

const retentionOptions = (taskQueue: string, workspaceId: string) => ({
  taskQueue,
  workflowId: applyRetentionWorkflow.idOf(workspaceId),
  args: [{ workspaceId, position: null }] as [ApplyRetentionInput],
  // A retention may change again after its workflow has closed.
  workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
  staticSummary: `Retention of workspace ${workspaceId}`,
  typedSearchAttributes: [{ key: workspaceAttribute, value: workspaceId }],
});

/** False when it is not running. */
async function cancel(client: Client, workflowId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  return callTemporal(client, async () => {
    try {
      if ((await handle.describe()).status.name !== 'RUNNING') return false;
      await handle.cancel();
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  });
}
