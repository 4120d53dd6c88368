import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loading } from '../../ui/loading';
import { findingPrecisionQuery } from '../../workspace/finding-precision';
import { PrecisionTable } from '../../workspace/precision-table';
import { useWorkspace } from '../../workspace/workspace';
import { FindingError } from './filter-field-error';
import styles from './overview.module.css';

/** How many of the findings that a filter selects people confirmed. */
export function ReviewedPrecision({ filter }: { filter: string }) {
  const workspace = useWorkspace();
  const { data, error, isPlaceholderData, refetch } = useQuery(findingPrecisionQuery(workspace, filter));
  return (
    <section className={styles.panel} aria-label="Precision from reviews" aria-busy={isPlaceholderData}>
      <h2>Precision from reviews</h2>
      <p className={styles.note}>
        Of the selected findings that people confirmed or rejected. It holds for all findings only if the
        reviewed ones are a random sample.
      </p>
      {error !== null && <FindingError error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading reviews" rows={2} />}
      {data !== undefined && (
        <PrecisionTable
          precision={data}
          empty={
            <p className={styles.note}>
              No selected finding is reviewed. <Link to={workspace.href('review')}>Review findings</Link>
            </p>
          }
        />
      )}
    </section>
  );
}
