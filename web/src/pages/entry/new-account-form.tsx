import { useState } from 'react';
import { useNavigate } from 'react-router';
import { readFieldFaults } from '../../api/field-faults';
import { ErrorNotice } from '../../ui/error-notice';
import { Form } from '../../ui/form';
import { NewPasswordField } from '../../ui/new-password-field';
import { SubmitButton } from '../../ui/submit-button';
import { TextField } from '../../ui/text-field';
import { useAcceptAsNewAccount } from './invitation-queries';

/** Accepts an invitation with an account that is created for it. */
export function NewAccountForm({ token, invited }: { token: string; invited: string }) {
  const [email, setEmail] = useState(invited);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const acceptance = useAcceptAsNewAccount(token);
  const navigate = useNavigate();
  const faults = readFieldFaults(acceptance.error, ['account.email', 'account.name', 'account.password']);
  const submit = () => {
    const account = { email: email.trim(), password, ...(name.trim() === '' ? {} : { name: name.trim() }) };
    acceptance.mutate(account, {
      onSuccess: ({ workspace }) => navigate(`/w/${workspace.id}/overview`, { replace: true }),
    });
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        description="You sign in with this address."
        value={email}
        onChange={setEmail}
        error={faults.at('account.email')}
      />
      <TextField
        label="Name (optional)"
        autoComplete="name"
        value={name}
        onChange={setName}
        error={faults.at('account.name')}
      />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        error={faults.at('account.password')}
      />
      {faults.rest !== null && <ErrorNotice error={faults.rest} />}
      <SubmitButton isDisabled={acceptance.isPending}>
        {acceptance.isPending ? 'Creating account…' : 'Create account and accept'}
      </SubmitButton>
    </Form>
  );
}
