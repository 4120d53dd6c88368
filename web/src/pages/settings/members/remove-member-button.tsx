import { useState } from 'react';
import type { Member } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import styles from '../shared/settings.module.css';
import { MemberKeys } from './member-keys';
import { useRemoveMember } from './member-queries';

/** Removes a member after a confirmation that lists the keys the member created. */
export function RemoveMemberButton({ member }: { member: Member }) {
  const { user_id: userId, name } = member;
  const [isConfirming, setConfirming] = useState(false);
  const [keepsKeys, setKeepsKeys] = useState(false);
  const removal = useRemoveMember(userId);
  const ask = () => {
    setKeepsKeys(false);
    setConfirming(true);
  };
  return (
    <>
      <Button variant="quiet" aria-label={`Remove ${name}`} onPress={ask}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        action="Remove"
        isOpen={isConfirming}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate(keepsKeys, { onSuccess: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        <div className={styles.question}>
          <p>{name} and their user-scoped keys lose access to this workspace.</p>
          <MemberKeys member={member} keepsKeys={keepsKeys} onChange={setKeepsKeys} />
        </div>
      </ConfirmDialog>
    </>
  );
}
