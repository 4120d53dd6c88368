import { useState } from 'react';
import { getFieldErrors } from '../../../api/field-errors';
import type { CreateInvitation, Role } from '../../../api/types';
import { DialogForm } from '../../../ui/dialog-form';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { roles } from './member-queries';

interface InviteFormProps {
  isPending: boolean;
  error: Error | null;
  onSubmit: (invitation: CreateInvitation) => void;
  onClose: () => void;
}

const lifetimes = [
  { id: '24', name: '1 day' },
  { id: '168', name: '7 days' },
  { id: '720', name: '30 days' },
] as const;

/** Email, role and lifetime of a new invitation. */
export function InviteForm({ isPending, error, onSubmit, onClose }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('contributor');
  const [hours, setHours] = useState<(typeof lifetimes)[number]['id']>('168');
  const errors = getFieldErrors(error, ['email']);
  return (
    <DialogForm
      action="Create link"
      pendingAction="Creating…"
      isPending={isPending}
      error={errors.rest}
      onSubmit={() => onSubmit({ email: email.trim(), role, expires_in_hours: Number(hours) })}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoFocus
        description="Shown in the list of invitations. Assay does not send email."
        value={email}
        onChange={setEmail}
        error={errors.at('email')}
      />
      <Select label="Role" value={role} options={roles} onChange={setRole} />
      <Select label="Link expires after" value={hours} options={[...lifetimes]} onChange={setHours} />
    </DialogForm>
  );
}
