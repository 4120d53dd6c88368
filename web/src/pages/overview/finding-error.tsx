import { ApiError } from '../../api/api-error';
import { getFilterErrors } from '../../text/filter-errors';
import { ErrorNotice } from '../../ui/error-notice';
import styles from './overview.module.css';

/** The error of a query for findings with a filter of messages, which may name fields that findings do not have. */
export function FindingError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (error instanceof ApiError && getFilterErrors(error.detail, '').length > 0)
    return <p className={styles.note}>The filter names a field that messages have and findings do not.</p>;
  return <ErrorNotice error={error} onRetry={onRetry} />;
}
