import type { ReactNode } from 'react';
import { Button } from './button';
import { DialogActions } from './dialog-actions';
import { ErrorNotice } from './error-notice';
import { Form } from './form';
import { SubmitButton } from './submit-button';

export interface DialogFormProps {
  /** What the button that sends it says, e.g. "Create key". */
  action: string;
  /** What it says meanwhile. */
  pendingAction: string;
  isPending: boolean;
  /** What is wrong and stands at none of the fields. */
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form of a dialog: its fields, what went wrong, and the buttons that send and leave it. */
export function DialogForm({
  action,
  pendingAction,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <Form onSubmit={onSubmit}>
      {children}
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        <SubmitButton isDisabled={isPending}>{isPending ? pendingAction : action}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
