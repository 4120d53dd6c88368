import { useState } from 'react';
import { readFieldFaults } from '../../../api/field-faults';
import type { CreateApiKey, CreatedApiKey } from '../../../api/types';
import { useWorkspace } from '../../../app/workspace';
import { Button } from '../../../ui/button';
import { DialogActions } from '../../../ui/dialog-actions';
import { ErrorNotice } from '../../../ui/error-notice';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import styles from '../settings.module.css';
import { useCreateApiKey } from './api-key-queries';

interface CreateKeyFormProps {
  onCancel: () => void;
  onCreated: (created: CreatedApiKey) => void;
}

/** What a new key is called, what it reaches, and for how long. */
export function CreateKeyForm({ onCancel, onCreated }: CreateKeyFormProps) {
  const { id: workspaceId, name: workspaceName, canWrite } = useWorkspace();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<CreateApiKey['scope']>(canWrite ? 'workspace' : 'user');
  const [days, setDays] = useState('90');
  const creation = useCreateApiKey();
  const faults = readFieldFaults(creation.error, ['name', 'expires_in_days']);
  const reaches: { id: CreateApiKey['scope']; name: string }[] = [
    ...(canWrite ? [{ id: 'workspace' as const, name: `${workspaceName}, as a contributor` }] : []),
    { id: 'user', name: 'All my workspaces, as I do' },
  ];
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = {
          name: name.trim(),
          scope,
          expires_in_days: Number(days),
          workspace_id: scope === 'workspace' ? workspaceId : null,
        };
        creation.mutate(body, { onSuccess: onCreated });
      }}
    >
      <TextField
        label="Name"
        description="What it is for, so that it can be told apart."
        autoFocus
        value={name}
        onChange={setName}
        error={faults.at('name')}
      />
      <Select label="Reaches" value={scope} options={reaches} onChange={setScope} />
      <TextField
        label="Days until it expires"
        description="1 to 365"
        inputMode="numeric"
        value={days}
        onChange={setDays}
        error={faults.at('expires_in_days')}
      />
      {faults.rest !== null && <ErrorNotice error={faults.rest} />}
      <DialogActions>
        <Button onPress={onCancel}>Close</Button>
        <Button type="submit" variant="primary" isDisabled={creation.isPending}>
          {creation.isPending ? 'Creating …' : 'Create key'}
        </Button>
      </DialogActions>
    </form>
  );
}
