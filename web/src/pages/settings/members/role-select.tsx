import type { Member } from '../../../api/types';
import { ErrorNotice } from '../../../ui/error-notice';
import { Select } from '../../../ui/select';
import styles from '../settings.module.css';
import { roles, useChangeRole } from './member-queries';

/** What a member may do; takes effect when it is chosen. */
export function RoleSelect({ member: { user_id: userId, name, role } }: { member: Member }) {
  const change = useChangeRole(userId);
  return (
    <div className={styles.role}>
      <Select
        label={`Role of ${name}`}
        isLabelHidden
        value={change.isPending ? change.variables : role}
        options={roles}
        isDisabled={change.isPending}
        onChange={(chosen) => {
          if (chosen !== role) change.mutate(chosen);
        }}
      />
      {change.error !== null && <ErrorNotice error={change.error} />}
    </div>
  );
}
