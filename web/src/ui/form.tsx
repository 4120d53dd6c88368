import type { ReactNode } from 'react';
import styles from './form.module.css';

export interface FormProps {
  /** For a form that is not in a dialog. */
  isNarrow?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form with fields in a column. The API validates it, not the browser. */
export function Form({ isNarrow = false, onSubmit, children }: FormProps) {
  return (
    <form
      className={styles.form}
      data-narrow={isNarrow}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
