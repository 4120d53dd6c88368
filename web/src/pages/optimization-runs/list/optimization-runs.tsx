import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/button-link';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import { type CreateDialogProps, ListPage } from '../../../workspace/list-page';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { runsQuery } from '../shared/run-queries';
import { CreateRunForm } from './create-run-form';
import { RunTable } from './run-table';

/** The optimization runs of the workspace with their progress. */
export function OptimizationRuns() {
  const { search } = useSearch();
  const query = useQuery(runsQuery(useWorkspace(), search.get('cursor')));
  return (
    <ListPage
      title="Optimization runs"
      noun="optimization runs"
      newLabel="New run"
      path="optimization-runs"
      query={query}
      table={(runs) => <RunTable runs={runs} />}
      empty={<NoRuns />}
      Dialog={CreateRunDialog}
    />
  );
}

function NoRuns() {
  const { canWrite } = useWorkspace();
  return (
    <EmptyState
      title="No optimization runs yet"
      {...(canWrite && { actions: <ButtonLink to="?create=1">Create the first run</ButtonLink> })}
    >
      <p>
        In an optimization run, your runner proposes system prompts or models. Assay measures each candidate
        on the same conversations and decides whether it is better than the baseline.
      </p>
    </EmptyState>
  );
}

/** The dialog that creates an optimization run on selected conversations, a set or a filter. */
function CreateRunDialog({ isOpen, onClose, ...form }: CreateDialogProps) {
  return (
    <Dialog title="New optimization run" isOpen={isOpen} onClose={onClose}>
      <CreateRunForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
