import { Link, useNavigate } from 'react-router';
import type { Experiment } from '../../../api/types';
import { formatDuration } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { DialogActions } from '../../../ui/dialog-actions';
import { PageHeader } from '../../../ui/page-header';
import { Status } from '../../../ui/status';
import { Term } from '../../../ui/term';
import { Time } from '../../../ui/time';
import { useList } from '../../../workspace/use-list';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { ComparableExperiments } from '../shared/comparable-experiments';
import { CreateExperimentDialog } from '../shared/create-experiment-dialog';
import { ExperimentActions } from '../shared/experiment-actions';
import { toRerunDraft } from '../shared/experiment-draft';
import { canAddConversations, getDurationMs, isOpen } from '../shared/experiment-state';
import { AddConversationsDialog } from './add-conversations-dialog';
import { RejudgeDialog } from './rejudge-dialog';

/** Title, facts and actions of an experiment. */
export function ExperimentHeader({ experiment }: { experiment: Experiment }) {
  const { href, canWrite } = useWorkspace();
  const { search, change } = useSearch();
  const navigate = useNavigate();
  const duration = getDurationMs(experiment);
  const author = experiment.created_by_user_name ?? experiment.created_by_service_account_name;
  const list = useList('Experiments', 'experiments');
  const close = () => change({ do: null }, { replace: true });
  const again = toRerunDraft(experiment);
  return (
    <>
      <PageHeader
        title={experiment.name}
        parent={list}
        facts={
          <>
            <Status status={experiment.status} />
            <span>{experiment.pass_through ? <Term id="pass-through" /> : experiment.model}</span>
            <span>
              <Term id="evaluator" />: {experiment.evaluator_name}, version {experiment.evaluator_version}
            </span>
            <span>
              <Time at={experiment.created_at} />
              {author !== null && ` by ${author}`}
            </span>
            {duration !== null && <span>Duration: {formatDuration(duration)}</span>}
            {experiment.rejudged_experiment_id !== null && (
              <Link to={href(`experiments/${experiment.rejudged_experiment_id}`)}>Replies judged again</Link>
            )}
            {experiment.optimization_run_id !== null && (
              <Link to={href(`optimization-runs/${experiment.optimization_run_id}`)}>Optimization run</Link>
            )}
          </>
        }
        actions={
          <>
            <Button onPress={() => change({ do: 'compare' })}>Compare…</Button>
            {canWrite && <Button onPress={() => change({ do: 'again' })}>Run again…</Button>}
            {canWrite && !isOpen(experiment) && experiment.completed_items_count > 0 && (
              <Button onPress={() => change({ do: 'rejudge' })}>Judge again…</Button>
            )}
            {canWrite && canAddConversations(experiment) && (
              <Button onPress={() => change({ do: 'add' })}>Add conversations…</Button>
            )}
            <ExperimentActions
              experiment={experiment}
              onDeleted={() => navigate(list.to, { replace: true })}
            />
          </>
        }
      />
      <ComparePicker experimentId={experiment.id} isOpen={search.get('do') === 'compare'} onClose={close} />
      {canWrite && canAddConversations(experiment) && (
        <AddConversationsDialog experiment={experiment} isOpen={search.get('do') === 'add'} onClose={close} />
      )}
      {canWrite && (
        <RejudgeDialog
          experiment={experiment}
          isOpen={search.get('do') === 'rejudge'}
          onClose={close}
          onCreated={({ id }) => navigate(href(`experiments/${id}`))}
        />
      )}
      {canWrite && (
        <CreateExperimentDialog
          conversationIds={experiment.conversation_ids ?? []}
          chosenBy={again.chosenBy}
          set={experiment.set}
          initial={again}
          isOpen={search.get('do') === 'again'}
          onClose={close}
          onCreated={({ id }) => navigate(href(`experiments/${id}`))}
        />
      )}
    </>
  );
}

interface ComparePickerProps {
  experimentId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The experiments to compare with, by number of shared conversations. */
function ComparePicker({ experimentId, isOpen, onClose }: ComparePickerProps) {
  return (
    <Dialog title="Compare with another experiment" isOpen={isOpen} onClose={onClose} isWide>
      <ComparableExperiments experimentId={experimentId} />
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
