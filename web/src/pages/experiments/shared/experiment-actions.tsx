import { useEffect, useState } from 'react';
import type { Experiment } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { useWorkspace } from '../../../workspace/workspace';
import { useCancelExperiment, useDeleteExperiment, useRetryExperiment } from './experiment-queries';
import { isOpen } from './experiment-state';

interface ExperimentActionsProps {
  experiment: Experiment;
  /** In a row of a table: without frames. */
  isInRow?: boolean;
  /** Leaves its page, once it is deleted. */
  onDeleted?: () => void | Promise<void>;
}

/** What can be done with an experiment in its state: cancel it, run its failed items again, delete it. */
export function ExperimentActions({ experiment, isInRow = false, onDeleted }: ExperimentActionsProps) {
  const { canWrite } = useWorkspace();
  const [isAsking, setAsking] = useState(false);
  const cancellation = useCancelExperiment(experiment.id);
  const retry = useRetryExperiment(experiment.id);
  const deletion = useDeleteExperiment(experiment.id, onDeleted);
  const isRunning = isOpen(experiment);
  // Each run is cancelled anew: once it has ended, what was asked of it is over.
  const { reset: resetCancellation } = cancellation;
  useEffect(() => {
    if (!isRunning) resetCancellation();
  }, [isRunning, resetCancellation]);
  if (!canWrite) return null;
  const { name, status_summary: counts } = experiment;
  const nameFor = (action: string) => (isInRow ? { 'aria-label': `${action}: ${name}` } : {});
  const retryText = `Retry ${pluralize(counts.failed, 'failed item')}`;
  const variant = isInRow ? 'quiet' : 'plain';
  const error = cancellation.error ?? retry.error;
  // What is at work when it is cancelled comes to its end first.
  const isCancelling = cancellation.isPending || cancellation.isSuccess;
  const cancelText = isCancelling ? 'Cancelling…' : 'Cancel';
  return (
    <>
      {isRunning && (
        <Button
          variant={variant}
          isDisabled={isCancelling}
          onPress={() => cancellation.mutate()}
          {...nameFor(cancelText)}
        >
          {cancelText}
        </Button>
      )}
      {!isRunning && counts.failed > 0 && (
        <Button
          variant={variant}
          isDisabled={retry.isPending}
          onPress={() => retry.mutate()}
          {...nameFor(retryText)}
        >
          {retryText}
        </Button>
      )}
      {!isRunning && (
        <Button variant={isInRow ? 'quiet' : 'danger'} onPress={() => setAsking(true)} {...nameFor('Delete')}>
          Delete
        </Button>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <ConfirmDialog
        title={`Delete “${name}”?`}
        action="Delete"
        isOpen={isAsking}
        isPending={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
        onClose={() => setAsking(false)}
      >
        This also deletes its {pluralize(counts.total, 'item')} and the generated replies. The conversations
        stay. This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
