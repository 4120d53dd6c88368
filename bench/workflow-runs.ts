import type { Client } from '@temporalio/client';

/** The cost of one workflow, over all runs that it was continued in. */
export interface WorkflowCost {
  /** From the start of the first run to the end of the last, by the server's clock. */
  seconds: number;
  events: number;
  historyBytes: number;
}

/** Waits until a workflow has ended, and sums up the histories of its runs. */
export async function measureWorkflow(client: Client, workflowId: string): Promise<WorkflowCost> {
  await client.workflow.getHandle(workflowId).result();
  const last = await client.workflow.getHandle(workflowId).describe();
  let runId: string | null | undefined = last.raw.workflowExecutionInfo?.firstRunId;
  let startedAt: number | null = null;
  const cost: WorkflowCost = { seconds: 0, events: 0, historyBytes: 0 };
  while (runId) {
    const handle = client.workflow.getHandle(workflowId, runId);
    const { startTime, closeTime, historyLength, historySize } = await handle.describe();
    startedAt ??= startTime.getTime();
    cost.seconds = ((closeTime ?? startTime).getTime() - startedAt) / 1000;
    cost.events += historyLength;
    cost.historyBytes += historySize ?? 0;
    const { events } = await handle.fetchHistory();
    runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return cost;
}
