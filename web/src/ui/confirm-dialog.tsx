import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { DialogActions } from './dialog-actions';
import { ErrorNotice } from './error-notice';

export interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button, e.g. "Delete". */
  action: string;
  isOpen: boolean;
  isPending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** The consequences. */
  children: ReactNode;
}

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog({
  title,
  action,
  isOpen,
  isPending,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isAlert>
      <div>{children}</div>
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onPress={onClose} autoFocus>
          {' '}
          Go back{' '}
        </Button>
        <Button variant="danger" isDisabled={isPending} onPress={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
