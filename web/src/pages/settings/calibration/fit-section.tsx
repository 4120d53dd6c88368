import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Select } from '../../../ui/select';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './calibration.module.css';
import { sampleProgressQuery, samplesQuery } from './calibration-queries';
import { SampleProgress } from './sample-progress';

/** The reviews of a sample, and what is missing until a calibration can be fitted to them. */
export function FitSection({ evaluatorId }: { evaluatorId: string }) {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const { data: samples, error, refetch } = useQuery(samplesQuery(workspace));
  const chosen = samples?.find(({ id }) => id === search.get('sample')) ?? samples?.[0];
  return (
    <section className={styles.section} aria-label="Reviews">
      <h2>Reviews</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {samples === undefined && error === null && <Loading label="Loading samples" />}
      {samples !== undefined && chosen === undefined && (
        <p>
          There is no random sample to review yet.{' '}
          {workspace.canWrite && (
            <Link to={workspace.href('review?create=1')}>Create a review queue with a random sample</Link>
          )}
        </p>
      )}
      {samples !== undefined && chosen !== undefined && (
        <>
          <div className={styles.choice}>
            <Select
              label="Sample"
              value={chosen.id}
              options={samples.map(({ id, name }) => ({ id, name }))}
              onChange={(sample) => change({ sample }, { replace: true })}
            />
          </div>
          <Progress key={chosen.id} queueId={chosen.id} evaluatorId={evaluatorId} />
        </>
      )}
    </section>
  );
}

function Progress({ queueId, evaluatorId }: { queueId: string; evaluatorId: string }) {
  const { data, error, refetch } = useQuery(sampleProgressQuery(useWorkspace(), queueId, evaluatorId));
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading label="Counting reviews" />;
  return <SampleProgress sample={data} />;
}
