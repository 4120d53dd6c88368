import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { findingPrecisionQuery } from '../../workspace/finding-precision';
import { PrecisionTable } from '../../workspace/precision-table';
import { useWorkspace } from '../../workspace/workspace';
import styles from './overview.module.css';

/** How many findings people confirmed. `period` has the bounds only. */
export function ReviewedPrecision({ period }: { period: string }) {
  const workspace = useWorkspace();
  const { data, error, refetch } = useQuery(findingPrecisionQuery(workspace, period));
  return (
    <section className={styles.panel} aria-label="Precision from reviews">
      <h2>Precision from reviews</h2>
      <p className={styles.note}>
        Of the findings in the period that people confirmed or rejected; the filter does not apply. It holds
        for all findings only if the reviewed ones are a random sample.
      </p>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading reviews" />}
      {data !== undefined && (
        <PrecisionTable
          precision={data}
          empty={
            <p className={styles.note}>
              No finding of this period is reviewed.{' '}
              <Link to={workspace.href('review')}>Review findings</Link>
            </p>
          }
        />
      )}
    </section>
  );
}
