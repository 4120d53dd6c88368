import { ErrorNotice } from './error-notice';
import { SubmitButton } from './submit-button';

export interface FormSubmitProps {
  /** Label of the submit button, e.g. "Create key". */
  action: string;
  /** Its label while submitting. */
  pendingAction: string;
  isPending: boolean;
  /** The error that belongs to no field. */
  error: Error | null;
}

/** The end of a form that is not in a dialog: its error and its submit button. */
export function FormSubmit({ action, pendingAction, isPending, error }: FormSubmitProps) {
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <SubmitButton isDisabled={isPending}>{isPending ? pendingAction : action}</SubmitButton>
    </>
  );
}
