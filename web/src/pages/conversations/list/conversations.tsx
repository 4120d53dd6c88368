import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { useLast } from '../../../api/use-last';
import { getFilterErrors } from '../../../text/filter-errors';
import { readFilters } from '../../../text/url-filters';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { FilterBox } from '../../../ui/filter-box';
import { FilterExamples } from '../../../ui/filter-examples';
import { Loading } from '../../../ui/loading';
import { PageHeader } from '../../../ui/page-header';
import { Pagination } from '../../../ui/pagination';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { ConversationFilters } from './conversation-filters';
import { conversationsQuery, filterNames } from './conversation-queries';
import { ConversationTable } from './conversation-table';
import styles from './conversations.module.css';
import { NoConversations } from './no-conversations';
import { SelectMatching } from './select-matching';
import { UnevaluatedConversations } from './unevaluated-conversations';

/** The stored conversations of the workspace. */
export function Conversations() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const filters = readFilters(search, filterNames);
  const cursor = search.get('cursor');
  const query = useQuery(conversationsQuery(workspace, filters, cursor));
  const { error, isPlaceholderData, refetch } = query;
  const data = useLast(query.data ?? null);
  const errors = error instanceof ApiError ? getFilterErrors(error.detail, filters.filter ?? '') : [];
  const setFilter = (changes: Record<string, string | null>) => change({ ...changes, cursor: null });
  return (
    <>
      <PageHeader title="Conversations" actions={<SelectionActions />} />
      <div className={styles.filters}>
        <FilterBox
          label="Filter by messages"
          value={filters.filter ?? ''}
          errors={errors}
          placeholder={'For example: issue_count > 0 AND tool_name = "create_shipment"'}
          help={<FilterExamples filters={filterExamples} onChoose={(filter) => setFilter({ filter })} />}
          onApply={(filter) => setFilter({ filter })}
        />
        <ConversationFilters filters={filters} onChange={setFilter} />
      </div>
      {error !== null && errors.length === 0 && <ErrorNotice error={error} onRetry={refetch} />}
      {data === null && error === null && <Loading label="Loading conversations" rows={16} />}
      {data !== null && (
        <div aria-busy={isPlaceholderData || error !== null}>
          {data.items.length === 0 && Object.keys(filters).length === 0 && <NoConversations />}
          {data.items.length === 0 && Object.keys(filters).length > 0 && (
            <NoMatches onClear={() => change(noFilters)} />
          )}
          {data.items.length > 0 && (
            <>
              <UnevaluatedConversations conversations={data.items} />
              {workspace.canWrite && <SelectMatching filters={filters} />}
              <ConversationTable conversations={data.items} chosenBy={data.chosen_by} />
            </>
          )}
          <Pagination
            label="conversations"
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

const filterExamples = ['issue_count > 0', 'label = "fabrication"', 'role = "tool"'];

const noFilters = Object.fromEntries([...filterNames, 'cursor'].map((name) => [name, null]));

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No conversations match these filters">
      <Button onPress={onClear}>Clear all filters</Button>
    </EmptyState>
  );
}

/** Actions on the selected conversations. */
function SelectionActions() {
  const { ids, clear } = useConversationSelection();
  const { href, canWrite } = useWorkspace();
  const navigate = useNavigate();
  if (ids.length === 0 || !canWrite) return null;
  return (
    <>
      <Button variant="quiet" onPress={clear}>
        Clear selection
      </Button>
      <Button onPress={() => navigate(href('sets?create=1'))}>Create set</Button>
      <Button onPress={() => navigate(href('optimization-runs?create=1'))}>Optimize prompt</Button>
      <Button variant="primary" onPress={() => navigate(href('experiments?create=1'))}>
        Start experiment with {pluralize(ids.length, 'conversation')}
      </Button>
    </>
  );
}
