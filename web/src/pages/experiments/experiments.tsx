import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useConversationSelection } from '../../app/conversation-selection';
import { useSearch } from '../../app/use-search';
import { useWorkspace } from '../../app/workspace';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { EmptyState } from '../../ui/empty-state';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { PageHeader } from '../../ui/page-header';
import { Pagination } from '../../ui/pagination';
import { CreateExperimentDialog } from './create-experiment-dialog';
import { experimentsQuery } from './experiment-queries';
import { ExperimentTable } from './experiment-table';

/** The experiments of the workspace; those that run show how far they are. */
export function Experiments() {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const cursor = search.get('cursor');
  const { data, error, refetch } = useQuery(experimentsQuery(workspace, cursor));
  return (
    <>
      <PageHeader
        title="Experiments"
        actions={
          workspace.canWrite && (
            <Button variant="primary" onPress={() => change({ create: '1' })}>
              New experiment
            </Button>
          )
        }
      />
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading experiments" />}
      {data !== undefined && (
        <>
          {data.items.length === 0 ? <NoExperiments /> : <ExperimentTable experiments={data.items} />}
          <Pagination
            label="experiments"
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
    <CreateExperimentDialog
      conversationIds={ids}
      isOpen={search.get('create') === '1'}
      onClose={() => change({ create: null }, { replace: true })}
      onCreated={({ id }) => {
        clear();
        navigate(href(`experiments/${id}`), { replace: true });
      }}
    />
  );
}

function NoExperiments() {
  const { href } = useWorkspace();
  return (
    <EmptyState title="No experiments yet">
      <p>
        An experiment runs recorded conversations through another model or prompt, or judges their recorded
        replies, and shows what each made up. Select conversations to begin with.
      </p>
      <ButtonLink to={href('conversations')}>Select conversations</ButtonLink>
    </EmptyState>
  );
}
