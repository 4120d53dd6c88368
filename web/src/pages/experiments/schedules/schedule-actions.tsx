import type { Schedule } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { DeleteButton } from '../../../workspace/delete-button';
import { useWorkspace } from '../../../workspace/workspace';
import { useDeleteSchedule, useSetPaused } from './schedule-queries';

interface ScheduleActionsProps {
  schedule: Schedule;
  /** In a table row: buttons without borders. */
  isInRow?: boolean;
  /** Called after deletion to leave the page. */
  onDeleted?: () => void | Promise<void>;
}

/** Pauses or resumes a schedule, and deletes it. */
export function ScheduleActions({ schedule, isInRow = false, onDeleted }: ScheduleActionsProps) {
  const { canWrite } = useWorkspace();
  const { id, name, is_paused: isPaused } = schedule;
  const pausing = useSetPaused(id);
  const deletion = useDeleteSchedule(id, onDeleted);
  if (!canWrite) return null;
  const action = isPaused ? 'Resume' : 'Pause';
  return (
    <>
      <Button
        variant={isInRow ? 'quiet' : 'plain'}
        isDisabled={pausing.isPending}
        onPress={() => pausing.mutate(!isPaused)}
        {...(isInRow ? { 'aria-label': `${action}: ${name}` } : {})}
      >
        {action}
      </Button>
      <DeleteButton name={name} deletion={deletion} isInRow={isInRow}>
        No further experiment is created. Its experiments stay.
      </DeleteButton>
      {pausing.error !== null && <ErrorNotice error={pausing.error} />}
    </>
  );
}
