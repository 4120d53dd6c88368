import { useState } from 'react';
import type { OptimizationRun } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useWorkspace } from '../../../workspace/workspace';
import { useCancelRun } from './run-queries';
import { isRunOpen } from './run-state';

/** Cancels an open run after a confirmation; renders nothing for an ended one. */
export function CancelRunButton({ run, isInRow = false }: { run: OptimizationRun; isInRow?: boolean }) {
  const { canWrite } = useWorkspace();
  const [isConfirming, setConfirming] = useState(false);
  const cancellation = useCancelRun(run.id);
  if (!canWrite || !isRunOpen(run)) return null;
  return (
    <>
      <Button
        variant={isInRow ? 'quiet' : 'plain'}
        {...(isInRow ? { 'aria-label': `Cancel: ${run.name}` } : {})}
        onPress={() => setConfirming(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog
        title={`Cancel “${run.name}”?`}
        action="Cancel run"
        isOpen={isConfirming}
        isPending={cancellation.isPending}
        error={cancellation.error}
        onConfirm={() => cancellation.mutate(undefined, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        The run stops immediately and cannot be resumed. Its measurements stay.
      </ConfirmDialog>
    </>
  );
}
