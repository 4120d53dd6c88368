import type { ReactNode } from 'react';
import { Button } from './button';
import { DialogActions } from './dialog-actions';
import { ErrorNotice } from './error-notice';
import { Form } from './form';
import type { FormSubmitProps } from './form-submit';
import { SubmitButton } from './submit-button';

export interface DialogFormProps extends FormSubmitProps {
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form of a dialog: fields, errors, and buttons to submit and close. */
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
