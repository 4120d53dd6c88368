import { Dialog } from '../../../ui/dialog';
import { Time } from '../../../ui/time';
import { CreatedSecret } from '../shared/created-secret';
import { useCreateInvitation } from './invitation-queries';
import { InviteForm } from './invite-form';

/** Creates an invitation, then shows its link once. Closing the dialog drops it. */
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
        <CreatedSecret
          secret={created.link}
          noun="link"
          instructions="Copy the link now and send it to the person. It is shown only once. Anyone who has it can accept the invitation."
          expiry={
            <>
              It works once, until <Time at={created.expires_at} />.
            </>
          }
          onClose={close}
        />
      )}
    </Dialog>
  );
}
