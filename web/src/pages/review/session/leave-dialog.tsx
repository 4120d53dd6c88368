import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog';

/** Asks before another page is opened while decisions are not sent. */
export function LeaveDialog({ isOn }: { isOn: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && hrefOf(currentLocation) !== hrefOf(nextLocation),
  );
  return (
    <ConfirmDialog
      title="Leave without sending?"
      action="Leave"
      isOpen={blocker.state === 'blocked'}
      isPending={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Decisions that are not sent are discarded.
    </ConfirmDialog>
  );
}

const hrefOf = ({ pathname, search }: Location) => pathname + search;
