import type { Client } from '@temporalio/client';
import { callTemporal } from './connection';

/**
 * Returns those of `workflowIds` that visibility lists as running: one call instead of one for each. Visibility is
 * eventually consistent and may be behind in either direction, so an id that is absent has to be confirmed by
 * describing it. The ids must not contain quotes.
 * @throws AppError temporal_unavailable or temporal_busy
 */
export async function listRunningWorkflows(
  client: Client,
  workflowIds: readonly string[],
): Promise<Set<string>> {
  const { executions } = await callTemporal(client, () =>
    client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      // At most one execution of an id is running, so everything fits one page.
      pageSize: workflowIds.length,
      query: `ExecutionStatus = 'Running' AND WorkflowId IN (${workflowIds.map((id) => `'${id}'`).join(', ')})`,
    }),
  );
  return new Set(executions?.flatMap(({ execution }) => execution?.workflowId ?? []));
}
