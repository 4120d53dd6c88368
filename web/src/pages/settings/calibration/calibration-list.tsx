import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Pagination } from '../../../ui/pagination';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './calibration.module.css';
import { calibrationsQuery } from './calibration-queries';
import { CalibrationTable } from './calibration-table';
import { CalibrationView } from './calibration-view';

/** The calibrations of an evaluator, newest first, and one of them in full. */
export function CalibrationList({ evaluatorId }: { evaluatorId: string }) {
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  const { data, error, isPlaceholderData, refetch } = useQuery(
    calibrationsQuery(useWorkspace(), evaluatorId, cursor),
  );
  const shown =
    data?.items.find(({ version }) => String(version) === search.get('version')) ?? data?.items[0];
  return (
    <>
      <section className={styles.section} aria-label="Versions" aria-busy={isPlaceholderData}>
        <h2>Versions</h2>
        {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
        {data === undefined && error === null && <Loading label="Loading calibrations" />}
        {data !== undefined && shown === undefined && (
          <EmptyState title="No calibration yet">
            <p>Scores and confidences are as the evaluator reports them.</p>
          </EmptyState>
        )}
        {data !== undefined && shown !== undefined && (
          <CalibrationTable
            calibrations={data.items}
            shown={shown}
            onShow={({ version }) => change({ version: String(version) }, { replace: true })}
          />
        )}
        {data !== undefined && (
          <Pagination
            label="calibrations"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => change({ cursor: null, version: null })}
            onNext={(next) => change({ cursor: next, version: null })}
          />
        )}
      </section>
      {shown !== undefined && <CalibrationView key={shown.id} calibration={shown} />}
    </>
  );
}
