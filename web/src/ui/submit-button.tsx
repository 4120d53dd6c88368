import type { ReactNode } from 'react';
import { Button } from './button';

export interface SubmitButtonProps {
  /** There is nothing to send, or it is on its way. */
  isDisabled: boolean;
  children: ReactNode;
}

/** The button that sends a form. It keeps the focus where it cannot send, which a disabled button would lose. */
export function SubmitButton({ isDisabled, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      aria-disabled={isDisabled}
      // Enter in a field of the form is a click here too.
      onClickCapture={(event) => {
        if (isDisabled) event.preventDefault();
      }}
    >
      {children}
    </Button>
  );
}
