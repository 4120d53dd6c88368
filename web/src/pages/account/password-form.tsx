import { useState } from 'react';
import { Link } from 'react-router';
import { getFieldErrors } from '../../api/field-errors';
import { Form } from '../../ui/form';
import { FormSubmit } from '../../ui/form-submit';
import { NewPasswordField } from '../../ui/new-password-field';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { useWorkspace } from '../../workspace/workspace';
import styles from './account.module.css';
import { useChangePassword } from './account-queries';

/** Changes the password and lists the API keys that still work. */
export function PasswordForm() {
  const { href } = useWorkspace();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChangePassword();
  const errors = getFieldErrors(change.error, ['current_password', 'new_password']);
  const submit = () =>
    change.mutate(
      { current_password: current, new_password: next },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
        },
      },
    );
  return (
    <>
      <p className={styles.about}>Changing your password ends all other sessions.</p>
      <Form onSubmit={submit}>
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={errors.at('current_password')}
        />
        <NewPasswordField
          label="New password"
          value={next}
          onChange={setNext}
          error={errors.at('new_password')}
        />
        <FormSubmit
          action="Change password"
          pendingAction="Changing…"
          isPending={change.isPending}
          error={errors.rest}
        />
      </Form>
      {change.data !== undefined && (
        <Notice tone="good">
          <p>Password changed. Your other sessions have ended.</p>
          {change.data.api_keys.length > 0 && (
            <>
              <p>
                These API keys act as you and still work. Revoke any that you do not recognize in{' '}
                <Link to={href('settings?tab=api-keys')}>Settings</Link>.
              </p>
              <ul className={styles.keys}>
                {change.data.api_keys.map(({ id, name, key_prefix: prefix }) => (
                  <li key={id}>
                    {name} (<code>{prefix}…</code>)
                  </li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
    </>
  );
}
