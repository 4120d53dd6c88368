import { continueAsNew, setHandler, workflowInfo } from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import { type ApplyRetentionInput, retentionChangedSignal } from './contracts';

/**
 * Applies a changed retention to everything that a workspace had stored before, step by step. The latest change
 * counts: a step that finds a newer one begins again with it.
 */
export async function applyRetention({ workspaceId, position: first }: ApplyRetentionInput): Promise<void> {
  let position = first;
  let isChanged = true;
  setHandler(retentionChangedSignal, () => {
    isChanged = true;
  });
  while (isChanged) {
    // A change that is stored after this is announced after this.
    isChanged = false;
    do {
      position = await bookkeeping.rewriteRetention({ workspaceId, position });
      if (workflowInfo().continueAsNewSuggested) {
        return continueAsNew<typeof applyRetention>({ workspaceId, position });
      }
    } while (position !== null);
  }
}
