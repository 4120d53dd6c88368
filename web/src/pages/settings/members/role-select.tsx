import { useState } from 'react';
import type { Member, Role } from '../../../api/types';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { Select } from '../../../ui/select';
import styles from '../shared/settings.module.css';
import { MemberKeys } from './member-keys';
import { roles, useChangeRole } from './member-queries';

/** The role of a member; changes apply immediately. Viewers may not have keys, so this role asks first. */
export function RoleSelect({ member }: { member: Member }) {
  const { user_id: userId, name, role } = member;
  const change = useChangeRole(userId);
  const [isConfirming, setConfirming] = useState(false);
  const [keepsKeys, setKeepsKeys] = useState(false);
  const choose = (chosen: Role) => {
    if (chosen === role) return;
    change.reset();
    setKeepsKeys(false);
    if (chosen === 'viewer') setConfirming(true);
    else change.mutate({ role: chosen, keepKeys: false });
  };
  return (
    <div className={styles.role}>
      <Select
        label={`Role of ${name}`}
        isLabelHidden
        value={change.isPending ? change.variables.role : role}
        options={roles}
        isDisabled={change.isPending}
        onChange={choose}
      />
      {change.error !== null && !isConfirming && <ErrorNotice error={change.error} />}
      <ConfirmDialog
        title={`Make ${name} a viewer?`}
        action="Make viewer"
        isOpen={isConfirming}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate({ role: 'viewer', keepKeys: keepsKeys }, { onSuccess: () => setConfirming(false) })
        }
        onClose={() => setConfirming(false)}
      >
        <div className={styles.question}>
          <p>Viewers can only read.</p>
          <MemberKeys member={member} keepsKeys={keepsKeys} onChange={setKeepsKeys} />
        </div>
      </ConfirmDialog>
    </div>
  );
}
