import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice } from '../../../ui/error-notice';
import { findingPrecisionQuery } from '../../../workspace/finding-precision';
import { PrecisionTable } from '../../../workspace/precision-table';
import { useWorkspace } from '../../../workspace/workspace';
import styles from '../shared/settings.module.css';

/** How many findings of the evaluators people confirmed. */
export function EvaluatorPrecision() {
  const workspace = useWorkspace();
  const { data, error, refetch } = useQuery(findingPrecisionQuery(workspace, null));
  return (
    <section className={styles.section} aria-label="Precision from reviews">
      <h2>Precision from reviews</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && (
        <PrecisionTable
          precision={data}
          empty={
            <p>
              No finding is reviewed yet. <Link to={workspace.href('review')}>Review findings</Link>
            </p>
          }
        />
      )}
      <p>
        <Link to={workspace.href('settings?tab=calibration')}>Calibrate scores by reviews</Link>
      </p>
    </section>
  );
}
