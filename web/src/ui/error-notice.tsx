import { ApiError } from '../api/api-error';
import { isWorthRetrying } from '../api/retry-policy';
import { Button } from './button';
import { Notice } from './notice';
import styles from './notice.module.css';

/** An error of the API with its request id, and a retry button if that may help. */
export function ErrorNotice({ error, onRetry }: { error: Error; onRetry?: () => unknown }) {
  const entries = error instanceof ApiError ? error.detail : [];
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <Notice tone="danger">
      {entries.length === 0 ? (
        <p>{error.message}</p>
      ) : (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={JSON.stringify([entry.loc, entry.msg])}>
              {entry.msg}
              {entry.loc.length > 1 && (
                <span className={styles.place}> ({entry.loc.slice(1).join(' › ')})</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {requestId !== null && (
        <p className={styles.request}>
          Request ID <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && isWorthRetrying(error) && (
        <Button onPress={() => onRetry()}>Try again</Button>
      )}
    </Notice>
  );
}
