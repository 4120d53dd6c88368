import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error';
import { useIdentity, useSignIn } from '../../api/session';
import { localAddress } from '../../text/local-address';
import { sayWait } from '../../text/times';
import { ErrorNotice } from '../../ui/error-notice';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { TextField } from '../../ui/text-field';
import styles from './sign-in.module.css';

/** E-mail and password; leads on to where the viewer was going. */
export function SignIn() {
  const { data: identity } = useIdentity();
  const signIn = useSignIn();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const target = localAddress(useSearchParams()[0].get('to'));
  if (identity) return <Navigate to={target} replace />;
  return (
    <main className={styles.page}>
      <title>Sign in · Assay</title>
      <div className={styles.card}>
        <h1 className={styles.title}>
          <span className={styles.mark}>Assay</span>
        </h1>
        <p className={styles.claim}>Find what a model made up, to the character.</p>
        <Form
          className={styles.form ?? ''}
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate({ email, password }, { onSuccess: () => navigate(target, { replace: true }) });
          }}
        >
          <TextField
            label="E-mail"
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
            {signIn.isPending ? 'Signing in …' : 'Sign in'}
          </SubmitButton>
        </Form>
      </div>
    </main>
  );
}

function SignInError({ error }: { error: Error }) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  if (error.isOf('invalid_credentials')) return <Notice tone="danger">{error.message}.</Notice>;
  if (error.status === 429) {
    return (
      <Notice tone="danger">
        {error.message}. {error.retryAfterSeconds !== null && sayWait(error.retryAfterSeconds)}
      </Notice>
    );
  }
  return <ErrorNotice error={error} />;
}
