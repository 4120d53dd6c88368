import { continueAsNew, sleep, workflowInfo } from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import type { DeleteWorkspaceInput } from './contracts';

/**
 * Deletes everything of a workspace that has been removed: ends its workflows, then deletes its documents step by step.
 * Afterwards it checks several times for late writes of a process that hung.
 */
export async function deleteWorkspace(input: DeleteWorkspaceInput): Promise<void> {
  const { workspaceId, pollMs, sweepAfterMs } = input;
  if (!(await bookkeeping.beginWorkspaceDeletion({ workspaceId }))) return;
  while (!(await bookkeeping.stopWorkspaceWork({ workspaceId }))) await sleep(pollMs);
  while (!(await bookkeeping.deleteWorkspaceContent({ workspaceId }))) {
    // Every step may be repeated, so the next run begins at the front.
    if (workflowInfo().continueAsNewSuggested) return continueAsNew<typeof deleteWorkspace>(input);
  }
  await bookkeeping.completeWorkspaceDeletion({ workspaceId });
  for (const waitMs of sweepAfterMs) {
    await sleep(waitMs);
    while (!(await bookkeeping.deleteWorkspaceContent({ workspaceId })));
  }
}
