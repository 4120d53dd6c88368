import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useConversationSelection } from '../../app/conversation-selection';
import { useSearch } from '../../app/use-search';
import { useWorkspace } from '../../app/workspace';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { PageHeader } from '../../ui/page-header';
import { Pagination } from '../../ui/pagination';
import { CreateRunDialog } from './create-run-dialog';
import { runsQuery } from './run-queries';
import { RunTable } from './run-table';

/** The optimization runs of the workspace; those that are open show how far they are. */
export function OptimizationRuns() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  const { data, error, refetch } = useQuery(runsQuery(workspace, cursor));
  return (
    <>
      <PageHeader
        title="Optimization runs"
        actions={
          workspace.canWrite && (
            <Button variant="primary" onPress={() => change({ create: '1' })}>
              New run
            </Button>
          )
        }
      />
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading optimization runs" />}
      {data !== undefined && (
        <>
          {data.items.length === 0 ? <NoRuns /> : <RunTable runs={data.items} />}
          <Pagination
            label="optimization runs"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => change({ cursor: null })}
            onNext={(next) => change({ cursor: next })}
          />
        </>
      )}
      {workspace.canWrite && <CreateFromSelection />}
    </>
  );
}

/** The dialog, open while the address says `create=1`; its conversations are those selected in their list. */
function CreateFromSelection() {
  const { href } = useWorkspace();
  const { search, change } = useSearch();
  const navigate = useNavigate();
  const { ids, clear } = useConversationSelection();
  return (
    <CreateRunDialog
      conversationIds={ids}
      isOpen={search.get('create') === '1'}
      onClose={() => change({ create: null }, { replace: true })}
      onCreated={({ id }) => {
        clear();
        navigate(href(`optimization-runs/${id}`), { replace: true });
      }}
    />
  );
}

function NoRuns() {
  return (
    <EmptyState title="No optimization runs yet">
      <p>
        In an optimization run a runner of yours proposes system prompts or models; each is measured on the
        same conversations, and the service decides which is better than the baseline.
      </p>
    </EmptyState>
  );
}
