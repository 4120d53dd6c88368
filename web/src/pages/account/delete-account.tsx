import { useState } from 'react';
import { getFieldErrors } from '../../api/field-errors';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { TextField } from '../../ui/text-field';
import styles from './account.module.css';
import { useDeleteAccount } from './account-queries';

/** Deletes the account after the password is entered. */
export function DeleteAccount() {
  const [isConfirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  return (
    <>
      <p className={styles.about}>
        Deleting your account ends your sessions and memberships and revokes every API key that you created.
        Data that you created in workspaces stays under your name. This action cannot be undone.
      </p>
      <Button variant="danger" onPress={() => setConfirming(true)}>
        Delete account
      </Button>
      <Dialog title="Delete your account?" isOpen={isConfirming} onClose={close} isAlert>
        <DeletionForm onClose={close} />
      </Dialog>
    </>
  );
}

function DeletionForm({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const deletion = useDeleteAccount();
  const errors = getFieldErrors(deletion.error, ['password']);
  return (
    <DialogForm
      action="Delete account"
      pendingAction="Deleting…"
      isPending={deletion.isPending}
      error={errors.rest}
      onSubmit={() => deletion.mutate(password)}
      onClose={onClose}
    >
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={errors.at('password')}
      />
    </DialogForm>
  );
}
