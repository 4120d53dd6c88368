import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '../../../api/client';
import { joinFilters } from '../../../text/filters';
import { formatShare } from '../../../text/numbers';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { useListState } from '../../../workspace/use-list';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import overview from '../overview.module.css';
import styles from './segment.module.css';

const MAX_READ = 100;

/** The experiments with replies that meet the condition; `name` is the page to return to. */
export function SegmentExperiments({ condition, name: page }: { condition: string; name: string }) {
  const workspace = useWorkspace();
  const listState = useListState(page);
  const { data, error, refetch } = useQuery(segmentExperimentsQuery(workspace, condition));
  const experiments = data?.experiments;
  return (
    <section className={overview.panel} aria-label="Experiments">
      <h2>Experiments</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading experiments" rows={3} />}
      {experiments?.length === 0 && <p className={overview.note}>No recent experiment has replies of it.</p>}
      {experiments !== undefined && experiments.length > 0 && (
        <ul className={styles.list}>
          {experiments.map(({ id, name, status, metrics, created_at: at }) => (
            <li key={id} className={styles.finding}>
              <Link className={styles.text} to={workspace.href(`experiments/${id}`)} state={listState}>
                {name}
              </Link>
              <Status status={status} />
              <span>{formatShare(metrics.issue_rate)} with issues</span>
              <span className={styles.when}>
                <Time at={at} isAge />
              </span>
            </li>
          ))}
        </ul>
      )}
      {data?.hasMore && (
        <p className={overview.note}>
          Only the newest {MAX_READ} experiments and the newest {MAX_READ} replies of experiments are
          searched. <Link to={workspace.href('experiments')}>All experiments</Link>
        </p>
      )}
    </section>
  );
}

/** Of the newest experiments those that wrote one of the newest replies that meet the condition. */
function segmentExperimentsQuery({ id, client }: Workspace, condition: string) {
  return queryOptions({
    queryKey: [id, 'segment-experiments', condition],
    queryFn: async ({ signal }) => {
      const filter = joinFilters(condition, 'experiment_id:*');
      const [replies, experiments] = await Promise.all([
        read(client.GET('/v1/messages', { params: { query: { filter, limit: MAX_READ } }, signal })),
        read(
          client.GET('/v1/experiments', {
            params: { query: { limit: MAX_READ, omit: 'conversation_ids' } },
            signal,
          }),
        ),
      ]);
      const ids = new Set(replies.items.map(({ experiment_id: experimentId }) => experimentId));
      return {
        experiments: experiments.items.filter((experiment) => ids.has(experiment.id)),
        hasMore: replies.next_page_cursor !== null || experiments.next_page_cursor !== null,
      };
    },
  });
}
