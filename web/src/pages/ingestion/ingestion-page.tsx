import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { PageHeader } from '../../ui/page-header';
import { ConnectSdk } from '../../workspace/connect/connect-sdk';
import { useWorkspace, type Workspace } from '../../workspace/workspace';
import { IgnoredTelemetry } from './ignored-telemetry';
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
            Choose your SDK below. This page shows its first batch within seconds.
          </EmptyState>
        ) : (
          <>
            <IgnoredTelemetry sources={data.sources} />
            <SourceTable sources={data.sources} />
          </>
        ))}
      <ConnectSdk />
    </>
  );
}
