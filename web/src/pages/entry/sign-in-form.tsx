import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { ApiError } from '../../api/api-error';
import { useSignIn } from '../../api/session';
import { formatRetryAfter } from '../../text/times';
import { ErrorNotice } from '../../ui/error-notice';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { TextField } from '../../ui/text-field';
import styles from './sign-in-form.module.css';

/** The sign-in form. The surrounding page re-renders when the identity has loaded. */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate({ email, password }, { onSuccess: () => onSignedIn?.() });
      }}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
      />
      {signIn.error !== null && <SignInError error={signIn.error} />}
      <SubmitButton isDisabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </SubmitButton>
    </Form>
  );
}

function SignInError({ error }: { error: Error }) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  if (error.isOf('invalid_credentials')) return <Notice tone="danger">{error.message}.</Notice>;
  if (error.status === 429) {
    return (
      <Notice tone="danger">
        {error.message}. {error.retryAfterSeconds !== null && formatRetryAfter(error.retryAfterSeconds)}
      </Notice>
    );
  }
  return <ErrorNotice error={error} />;
}
