import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { getFilterErrors } from '../../text/filter-errors';
import { ErrorNotice } from '../../ui/error-notice';
import styles from './overview.module.css';

interface QueryErrorProps {
  error: Error;
  onRetry: () => unknown;
}

/** The error of a query that accepts only part of the fields of message filters; `children` say which. */
export function FilterFieldError({ error, onRetry, children }: QueryErrorProps & { children: ReactNode }) {
  if (error instanceof ApiError && getFilterErrors(error.detail, '').length > 0)
    return <p className={styles.note}>{children}</p>;
  return <ErrorNotice error={error} onRetry={onRetry} />;
}

/** The error of a query for findings with a filter of messages, which may name fields that findings do not have. */
export function FindingError(props: QueryErrorProps) {
  return (
    <FilterFieldError {...props}>
      The filter names a field that messages have and findings do not.
    </FilterFieldError>
  );
}
