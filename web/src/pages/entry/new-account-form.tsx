import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getFieldErrors } from '../../api/field-errors';
import { Form } from '../../ui/form';
import { FormSubmit } from '../../ui/form-submit';
import { NewPasswordField } from '../../ui/new-password-field';
import { TextField } from '../../ui/text-field';
import { useAcceptAsNewAccount } from './invitation-queries';

/** Accepts an invitation with a new account. */
export function NewAccountForm({ token, invited }: { token: string; invited: string }) {
  const [email, setEmail] = useState(invited);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const acceptance = useAcceptAsNewAccount(token);
  const navigate = useNavigate();
  const errors = getFieldErrors(acceptance.error, ['account.email', 'account.name', 'account.password']);
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
        error={errors.at('account.email')}
      />
      <TextField
        label="Name (optional)"
        autoComplete="name"
        value={name}
        onChange={setName}
        error={errors.at('account.name')}
      />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        error={errors.at('account.password')}
      />
      <FormSubmit
        action="Create account and accept"
        pendingAction="Creating account…"
        isPending={acceptance.isPending}
        error={errors.rest}
      />
    </Form>
  );
}
