import { useState } from 'react';
import { getFieldErrors } from '../../../api/field-errors';
import type { CreateApiKey } from '../../../api/types';
import { validateDays } from '../../../text/typed-numbers';
import { DialogForm } from '../../../ui/dialog-form';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { useWorkspace } from '../../../workspace/workspace';

interface CreateKeyFormProps {
  isPending: boolean;
  error: Error | null;
  onSubmit: (key: CreateApiKey) => void;
  onClose: () => void;
}

/** Name, scope and lifetime of a new key. */
export function CreateKeyForm({ isPending, error, onSubmit, onClose }: CreateKeyFormProps) {
  const { id: workspaceId, name: workspaceName, canWrite } = useWorkspace();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<CreateApiKey['scope']>(canWrite ? 'workspace' : 'user');
  const [days, setDays] = useState('90');
  const [daysError, setDaysError] = useState<string | null>(null);
  const errors = getFieldErrors(error, ['name', 'expires_in_days']);
  const reaches: { id: CreateApiKey['scope']; name: string }[] = [
    ...(canWrite ? [{ id: 'workspace' as const, name: `${workspaceName}, as a contributor` }] : []),
    { id: 'user', name: 'All my workspaces, with my roles' },
  ];
  const submit = () => {
    const problem = validateDays(days);
    setDaysError(problem);
    if (problem !== null) return;
    onSubmit({
      name: name.trim(),
      scope,
      expires_in_days: Number(days),
      workspace_id: scope === 'workspace' ? workspaceId : null,
    });
  };
  return (
    <DialogForm
      action="Create key"
      pendingAction="Creating…"
      isPending={isPending}
      error={errors.rest}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        description="What the key is for."
        autoFocus
        value={name}
        onChange={setName}
        error={errors.at('name')}
      />
      <Select label="Scope" value={scope} options={reaches} onChange={setScope} />
      <TextField
        label="Expires after (days)"
        description="1 to 365"
        inputMode="numeric"
        value={days}
        onChange={setDays}
        error={daysError ?? errors.at('expires_in_days')}
      />
    </DialogForm>
  );
}
