import { useState } from 'react';
import type { Member } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useRemoveMember } from './member-queries';

/** Takes a person out of the workspace, once that is confirmed. */
export function RemoveMemberButton({ member: { user_id: userId, name } }: { member: Member }) {
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoveMember(userId);
  return (
    <>
      <Button variant="quiet" aria-label={`Remove ${name}`} onPress={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        action="Remove"
        isOpen={isAsking}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        The person's own keys reach this workspace no more. Keys of the workspace that they made stay in
        force.
      </ConfirmDialog>
    </>
  );
}
