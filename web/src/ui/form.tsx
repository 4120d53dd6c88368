import type { ReactNode } from 'react';
import styles from './form.module.css';

export interface FormProps {
  /** For a form that stands on a page by itself. */
  isNarrow?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields one below the other. What is wrong with them is for the API to say, not for the browser. */
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
