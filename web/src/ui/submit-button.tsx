import type { ReactNode } from 'react';
import { Button } from './button';

export interface SubmitButtonProps {
  /** Nothing to submit, or already submitting. */
  isDisabled: boolean;
  children: ReactNode;
}

/** A submit button. `aria-disabled` keeps the focus, which `disabled` would lose. */
export function SubmitButton({ isDisabled, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      aria-disabled={isDisabled}
      // Enter in a field also clicks this button.
      onClickCapture={(event) => {
        if (isDisabled) event.preventDefault();
      }}
    >
      {children}
    </Button>
  );
}
