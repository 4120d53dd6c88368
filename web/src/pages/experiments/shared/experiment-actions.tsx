import { useEffect } from 'react';
import type { Experiment } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { DeleteButton } from '../../../workspace/delete-button';
import { useWorkspace } from '../../../workspace/workspace';
import { useCancelExperiment, useDeleteExperiment, useRetryExperiment } from './experiment-queries';
import { isOpen } from './experiment-state';

interface ExperimentActionsProps {
  experiment: Experiment;
  /** In a table row: buttons without borders. */
  isInRow?: boolean;
  /** Called after deletion to leave the page. */
  onDeleted?: () => void | Promise<void>;
}

/** The actions that the status of an experiment allows: cancel, retry failed items, delete. */
export function ExperimentActions({ experiment, isInRow = false, onDeleted }: ExperimentActionsProps) {
  const { canWrite } = useWorkspace();
  const cancellation = useCancelExperiment(experiment.id);
  const retry = useRetryExperiment(experiment.id);
  const deletion = useDeleteExperiment(experiment.id, onDeleted);
  const isRunning = isOpen(experiment);
  // A retried experiment can be cancelled again, so reset the mutation when an execution ends.
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
  // Items in progress finish before the experiment is cancelled.
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
        <DeleteButton name={name} deletion={deletion} isInRow={isInRow}>
          This also deletes its {pluralize(counts.total, 'item')} and the generated replies. The conversations
          stay.
        </DeleteButton>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
