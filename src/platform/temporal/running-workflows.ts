import type { Client } from '@temporalio/client';
import { callTemporal } from './connection';

/**
 * Returns those of `workflowIds` that visibility lists as running: one call instead of one per id. Visibility
 * is eventually consistent and may lag in either direction, so an absent id must be confirmed with describe.
 * The ids must not contain quotes.
 * @throws AppError temporal_unavailable or temporal_busy
 */
export async function listRunningWorkflows(
  client: Client,
  workflowIds: readonly string[],
): Promise<Set<string>> {
  const { executions } = await callTemporal(client, () =>
    client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      // At most one execution per id is running, so one page is enough.
      pageSize: workflowIds.length,
      query: `ExecutionStatus = 'Running' AND WorkflowId IN (${workflowIds.map((id) => `'${id}'`).join(', ')})`,
    }),
  );
  return new Set(executions?.flatMap(({ execution }) => execution?.workflowId ?? []));
}
