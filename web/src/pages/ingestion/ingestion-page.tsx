import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client';
import type { IngestionSource } from '../../api/types';
import { formatCount } from '../../text/numbers';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Notice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { Time } from '../../ui/time';
import { ConnectClient } from '../../workspace/connect/connect-client';
import { useWorkspace, type Workspace } from '../../workspace/workspace';
import styles from './ingestion.module.css';
import { SourceTable } from './source-table';

const REFRESH_MS = 10_000;

function ingestionQuery({ id, client }: Workspace) {
  return queryOptions({
    queryKey: [id, 'ingestion-status'],
    queryFn: ({ signal }) => read(client.GET('/v1/ingestion/status', { signal })),
    refetchInterval: REFRESH_MS,
  });
}

/** What exporters have sent to the workspace, what was ignored and why, and how to send traces. */
export function IngestionPage() {
  const { data, error, refetch } = useQuery(ingestionQuery(useWorkspace()));
  return (
    <>
      <PageHeader title="Ingestion" />
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading ingestion status" />}
      {data !== undefined &&
        (data.sources.length === 0 ? (
          <EmptyState title="No traces have arrived">
            Choose your client below. This page shows its first batch within seconds.
          </EmptyState>
        ) : (
          <>
            <IgnoredTelemetry sources={data.sources} />
            <SourceTable sources={data.sources} />
          </>
        ))}
      <ConnectClient />
    </>
  );
}

/** What to change. Records that are not about models need no change: the table counts them. */
function IgnoredTelemetry({ sources }: { sources: readonly IngestionSource[] }) {
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
