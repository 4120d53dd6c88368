import type { IngestionSource } from '../../api/types';
import { formatCount } from '../../text/numbers';
import { Notice } from '../../ui/notice';
import { Time } from '../../ui/time';
import styles from './ingestion.module.css';

/** What to change. Records that are not about models need no change: the table counts them. */
export function IgnoredTelemetry({ sources }: { sources: readonly IngestionSource[] }) {
  const problems = sources.flatMap(({ sdk_name: name, sdk_version: version, language, ignored }) =>
    ignored
      .filter(({ reason }) => reason !== 'unrelated')
      .map((problem) => ({ ...problem, key: JSON.stringify([name, version, language, problem.reason]) })),
  );
  if (problems.length === 0) return null;
  return (
    <div className={styles.problems}>
      {problems.map(({ key, message, count, last_seen_at: at }) => (
        <Notice key={key} tone="warn">
          <p className={styles.message}>{message}</p>
          <p className={styles.note}>
            {formatCount(count)} in recent batches, the last <Time at={at} isAge />
          </p>
        </Notice>
      ))}
    </div>
  );
}
