import { Dialog } from '../../../ui/dialog';
import { CreatedLink } from './created-link';
import { useCreateInvitation } from './invitation-queries';
import { InviteForm } from './invite-form';

/** Creates an invitation, then shows its link this once; nothing of it stays when the dialog closes. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { data: created, error, isPending, mutate, reset } = useCreateInvitation();
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      title={created === undefined ? 'Invite a person' : `Invitation for ${created.email}`}
      isOpen={isOpen}
      onClose={close}
      isAlert={created !== undefined}
      isLocked={isPending || created !== undefined}
    >
      {created === undefined ? (
        <InviteForm isPending={isPending} error={error} onSubmit={mutate} onClose={close} />
      ) : (
        <CreatedLink created={created} onClose={close} />
      )}
    </Dialog>
  );
}
