import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error';
import { read } from '../../api/client';
import { useLast } from '../../api/use-last';
import { getFilterErrors } from '../../text/filter-errors';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { EmptyPage } from '../../ui/empty-page';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { FilterBox } from '../../ui/filter-box';
import { FilterExamples } from '../../ui/filter-examples';
import { Loading } from '../../ui/loading';
import { PageHeader } from '../../ui/page-header';
import { Pagination } from '../../ui/pagination';
import { useSearch } from '../../workspace/use-search';
import { useWorkspace, type Workspace } from '../../workspace/workspace';
import { FindingTable } from './finding-table';
import styles from './findings.module.css';

const filterExamples = ['NOT review:*', 'confidence >= 0.9', 'text:"order"', 'tool_name:*'];

/** The findings of all conversations. */
export function Findings() {
  const workspace = useWorkspace();
  const { href, canWrite } = workspace;
  const { search, change } = useSearch();
  const filter = search.get('filter') ?? '';
  const cursor = search.get('cursor');
  const query = useQuery(findingsQuery(workspace, filter, cursor));
  const { error, isPlaceholderData, refetch } = query;
  const data = useLast(query.data ?? null);
  const errors = error instanceof ApiError ? getFilterErrors(error.detail, filter) : [];
  const setFilter = (applied: string) => change({ filter: applied, cursor: null });
  return (
    <>
      <PageHeader
        title="Findings"
        actions={
          canWrite && (
            <>
              {filter !== '' && errors.length === 0 && (
                <ButtonLink to={href(`sets?create=1&findings=${encodeURIComponent(filter)}`)}>
                  Create set
                </ButtonLink>
              )}
              {data?.items.length !== 0 && errors.length === 0 && (
                <ButtonLink variant="primary" to={`${href('review')}?${new URLSearchParams({ filter })}`}>
                  Review these
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <div className={styles.filters}>
        <FilterBox
          label="Filter findings"
          value={filter}
          errors={errors}
          placeholder="For example: label = fabrication AND confidence >= 0.9 AND NOT review:*"
          help={<FilterExamples filters={filterExamples} onChoose={setFilter} />}
          onApply={setFilter}
        />
      </div>
      {error !== null && errors.length === 0 && <ErrorNotice error={error} onRetry={refetch} />}
      {data === null && error === null && <Loading label="Loading findings" rows={16} />}
      {data !== null && (
        <div aria-busy={isPlaceholderData || error !== null}>
          {data.items.length > 0 && <FindingTable findings={data.items} filter={filter} />}
          {data.items.length === 0 && cursor !== null && <EmptyPage />}
          {data.items.length === 0 && cursor === null && (
            <NoFindings isFiltered={filter !== ''} onClear={() => setFilter('')} />
          )}
          <Pagination
            label="findings"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => change({ cursor: null })}
            onNext={(next) => change({ cursor: next })}
          />
        </div>
      )}
    </>
  );
}

function NoFindings({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState title="No findings match this filter">
        <Button onPress={onClear}>Clear the filter</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No findings yet" actions={<WaysToEvaluate />}>
      <p>They appear here when an evaluation reports a span of a stored reply.</p>
    </EmptyState>
  );
}

function WaysToEvaluate() {
  const { href, canWrite } = useWorkspace();
  if (!canWrite) return <ButtonLink to={href('conversations')}>Open conversations</ButtonLink>;
  return (
    <>
      <ButtonLink variant="primary" to={href('experiments?create=1')}>
        Evaluate stored replies
      </ButtonLink>
      <ButtonLink to={href('settings?tab=workspace')}>Evaluate new replies</ButtonLink>
    </>
  );
}

const PAGE_SIZE = 50;

/** A page of the findings that the filter selects, newest first. */
function findingsQuery({ id, client }: Workspace, filter: string, cursor: string | null) {
  return queryOptions({
    queryKey: [id, 'findings', filter, cursor],
    queryFn: ({ signal }) => {
      const query = { ...(filter === '' ? {} : { filter }), limit: PAGE_SIZE, cursor };
      return read(client.GET('/v1/findings', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}
