import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { PageHeader } from '../../../ui/page-header';
import { useWorkspace } from '../../../workspace/workspace';
import { ChangedPairs } from './changed-pairs';
import { haveNothingInCommon } from './changes';
import { ComparedExperiments } from './compared-experiments';
import { comparisonQuery } from './comparison-query';
import { ComparisonSummary } from './comparison-summary';
import { NothingInCommon } from './nothing-in-common';

/** Compares two experiments on the same conversations: tests, metrics, and each changed span. */
export function ComparisonPage() {
  const { experimentId = '', otherId = '' } = useParams();
  const workspace = useWorkspace();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    comparisonQuery(workspace, experimentId, otherId),
  );
  const comparison = data?.pages[0];
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Comparison not found" isPage>
        One of the experiments was deleted, or it belongs to another workspace.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader
        title={
          comparison === undefined ? 'Compare' : `${comparison.first.name} and ${comparison.second.name}`
        }
        parent={{
          name: comparison?.first.name ?? 'Experiment',
          to: workspace.href(`experiments/${experimentId}`),
        }}
        actions={
          <>
            <ButtonLink to={workspace.href(`experiments/${otherId}/compare/${experimentId}`)} replace>
              Swap
            </ButtonLink>
            <ButtonLink to={workspace.href(`experiments/${experimentId}?do=compare`)}>
              Compare with another…
            </ButtonLink>
          </>
        }
      />
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {comparison === undefined && error === null && <Loading label="Loading comparison" />}
      {comparison !== undefined && (
        <>
          <ComparedExperiments comparison={comparison} />
          {haveNothingInCommon(comparison) ? (
            <NothingInCommon comparison={comparison} />
          ) : (
            <>
              <ComparisonSummary comparison={comparison} />
              <ChangedPairs
                comparison={comparison}
                pairs={data?.pages.flatMap(({ items }) => items) ?? []}
                hasMore={hasNextPage}
                isLoadingMore={isFetchingNextPage}
                onMore={fetchNextPage}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
