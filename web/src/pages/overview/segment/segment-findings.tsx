import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '../../../api/client';
import { findingPath } from '../../../text/finding-links';
import { formatCount } from '../../../text/numbers';
import { LabelBadge } from '../../../ui/label-badge';
import { Loading } from '../../../ui/loading';
import { Time } from '../../../ui/time';
import { useListState } from '../../../workspace/use-list';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { FindingError } from '../filter-field-error';
import overview from '../overview.module.css';
import { type Scope, useScopeLinks } from '../scope';
import styles from './segment.module.css';

const SHOWN = 8;

/** The newest findings of the scope; `name` is the page to return to. */
export function SegmentFindings({ scope, name }: { scope: Scope; name: string }) {
  const workspace = useWorkspace();
  const listState = useListState(name);
  const { findings } = useScopeLinks(scope);
  const query = newestFindingsQuery(workspace, scope.bounded);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  return (
    <section className={overview.panel} aria-label="Findings" aria-busy={isPlaceholderData}>
      <div className={overview.head}>
        <h2>Findings</h2>
        <Link to={findings()}>All findings</Link>
      </div>
      {error !== null && <FindingError error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading findings" rows={8} />}
      {data?.items.length === 0 && <p className={overview.note}>No findings in this period.</p>}
      {data !== undefined && data.items.length > 0 && (
        <ul className={styles.list}>
          {data.items.map((finding) => (
            <li key={`${finding.id} ${finding.evaluator_id}`} className={styles.finding}>
              <div className={styles.text}>
                <Link to={workspace.href(findingPath(finding))} state={listState} dir="auto">
                  {finding.text || 'Empty text'}
                </Link>
                {finding.equal_count > 1 && (
                  <> and {formatCount(finding.equal_count - 1)} more in one conversation</>
                )}
                <p className={overview.note} dir="auto">
                  {finding.explanation}
                </p>
              </div>
              <LabelBadge label={finding.label} />
              <span className={styles.when}>
                <Time at={finding.created_at} isAge />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function newestFindingsQuery({ id, client }: Workspace, filter: string) {
  return queryOptions({
    queryKey: [id, 'newest-findings', filter],
    queryFn: ({ signal }) =>
      read(client.GET('/v1/findings', { params: { query: { filter, limit: SHOWN } }, signal })),
    placeholderData: keepPreviousData,
  });
}
