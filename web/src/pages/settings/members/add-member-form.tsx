import { useState } from 'react';
import { readFieldFaults } from '../../../api/field-faults';
import type { AddMember, Role } from '../../../api/types';
import { DialogForm } from '../../../ui/dialog-form';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { roles, useAddMember } from './member-queries';

/** Who becomes a member; a person without an account gets one with the password given here. */
export function AddMemberForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('contributor');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const addition = useAddMember();
  const faults = readFieldFaults(addition.error, ['email', 'name', 'password']);
  const submit = () => {
    const body: AddMember = {
      email: email.trim(),
      role,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(password === '' ? {} : { password }),
    };
    addition.mutate(body, { onSuccess: onClose });
  };
  return (
    <DialogForm
      action="Add member"
      pendingAction="Adding …"
      isPending={addition.isPending}
      error={faults.rest}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        autoFocus
        value={email}
        onChange={setEmail}
        error={faults.at('email')}
      />
      <Select label="Role" value={role} options={roles} onChange={setRole} />
      <p>For a person without an account:</p>
      <TextField label="Name" autoComplete="off" value={name} onChange={setName} error={faults.at('name')} />
      <TextField
        label="First password"
        type="password"
        autoComplete="new-password"
        description="Makes the account. Hand it over outside of Assay; it is ignored when there is an account."
        value={password}
        onChange={setPassword}
        error={faults.at('password')}
      />
    </DialogForm>
  );
}
