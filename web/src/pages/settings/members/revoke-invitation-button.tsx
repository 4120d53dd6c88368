import { useState } from 'react';
import type { Invitation } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useRevokeInvitation } from './invitation-queries';

/** Makes the link of an invitation useless, once that is confirmed. */
export function RevokeInvitationButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const [isAsking, setAsking] = useState(false);
  const revocation = useRevokeInvitation(id);
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`Revoke the invitation for ${email}`}
        onPress={() => setAsking(true)}
      >
        Revoke
      </Button>
      <ConfirmDialog
        title={`Revoke the invitation for ${email}?`}
        action="Revoke"
        isOpen={isAsking}
        isPending={revocation.isPending}
        error={revocation.error}
        onConfirm={() => revocation.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        The link stops working. You can create another invitation.
      </ConfirmDialog>
    </>
  );
}
