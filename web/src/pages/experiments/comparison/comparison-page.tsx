import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isNotFound } from '../../../api/api-error';
import { read } from '../../../api/client';
import { pollMs, pollWhile } from '../../../api/polling';
import type { ExperimentComparison } from '../../../api/types';
import { ButtonLink } from '../../../ui/button-link';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { PageHeader } from '../../../ui/page-header';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import { ComparableExperiments } from '../shared/comparable-experiments';
import { isOpen } from '../shared/experiment-state';
import { ChangedPairs } from './changed-pairs';
import { haveNothingInCommon } from './changes';
import { ComparedExperiments } from './compared-experiments';
import styles from './comparison.module.css';
import { ComparisonSummary } from './comparison-summary';

/** Compares two experiments on the same conversations: tests, metrics, and each changed span. */
export function ComparisonPage() {
  const { experimentId = '', otherId = '' } = useParams();
  const workspace = useWorkspace();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    comparisonQuery(workspace, experimentId, otherId),
  );
  const comparison = data?.pages[0];
  if (isNotFound(error)) {
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
      {comparison === undefined && error === null && <Loading label="Loading comparison" rows={18} />}
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

/** A comparison of two experiments with its changed pairs, page by page; polled while either is running. */
function comparisonQuery({ id, client }: Workspace, firstId: string, secondId: string) {
  return infiniteQueryOptions({
    queryKey: [id, 'comparison', firstId, secondId],
    queryFn: ({ signal, pageParam }) =>
      read(
        client.GET('/v1/experiments/{experiment_id}/compare/{other_id}', {
          params: { path: { experiment_id: firstId, other_id: secondId }, query: { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: ({ state }) => {
      const page = state.data?.pages[0];
      return pollWhile(page !== undefined && (isOpen(page.first) || isOpen(page.second)), pollMs.expensive);
    },
  });
}

/** Says that two experiments have no conversation in common, and offers experiments that do. */
function NothingInCommon({ comparison: { first, second } }: { comparison: ExperimentComparison }) {
  return (
    <>
      <EmptyState title="Nothing in common">
        The experiments have no conversation in common, so no replies can be compared.
      </EmptyState>
      <div className={styles.offers}>
        {[first, second].map(({ id, name }) => (
          <section key={id}>
            <h2>Compare “{name}” with</h2>
            <ComparableExperiments experimentId={id} />
          </section>
        ))}
      </div>
    </>
  );
}
