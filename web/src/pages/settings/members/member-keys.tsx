import { useQuery } from '@tanstack/react-query';
import type { Member } from '../../../api/types';
import { Checkbox } from '../../../ui/checkbox';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { useWorkspace } from '../../../workspace/workspace';
import styles from '../shared/settings.module.css';
import { memberKeysQuery } from './member-queries';

interface MemberKeysProps {
  member: Member;
  keepsKeys: boolean;
  onChange: (keepsKeys: boolean) => void;
}

/** The workspace keys that a member created, and whether to keep them active. */
export function MemberKeys({ member, keepsKeys, onChange }: MemberKeysProps) {
  const { data, error, refetch } = useQuery(memberKeysQuery(useWorkspace(), member.user_id));
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading label="Loading keys" />;
  if (data.items.length === 0) return <p>{member.name} has not created keys for this workspace.</p>;
  return (
    <div className={styles.question}>
      <p>These workspace keys, created by {member.name}, will be revoked:</p>
      <ul className={styles.keys}>
        {data.items.map(({ id, name, key_prefix: prefix }) => (
          <li key={id}>
            {name} (<code>{prefix}…</code>)
          </li>
        ))}
        {data.has_more && <li>and more</li>}
      </ul>
      <Checkbox label="Keep these keys active" isChecked={keepsKeys} onChange={onChange} />
    </div>
  );
}
