import type { Experiment } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { pluralize } from '../../../text/wording';
import { Dialog } from '../../../ui/dialog';
import { DialogForm } from '../../../ui/dialog-form';
import { EvaluatorSelect } from '../../../workspace/evaluator-select';
import { useRejudgeExperiment } from '../shared/experiment-queries';

interface RejudgeDialogProps {
  experiment: Experiment;
  isOpen: boolean;
  onClose: () => void;
  onCreated: (experiment: Experiment) => void;
}

/** The dialog that judges the stored replies of an experiment again. */
export function RejudgeDialog({ isOpen, onClose, ...form }: RejudgeDialogProps) {
  return (
    <Dialog title="Judge again" isOpen={isOpen} onClose={onClose}>
      <RejudgeForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

interface RejudgeFormProps extends Omit<RejudgeDialogProps, 'isOpen' | 'onClose'> {
  onCancel: () => void;
}

function RejudgeForm({ experiment, onCancel, onCreated }: RejudgeFormProps) {
  const { draft, change, errors, form } = useCreationForm({
    initial: { evaluatorId: '' },
    fields: ['evaluator_id'],
    creation: useRejudgeExperiment(experiment.id),
    toBody: ({ evaluatorId }) => (evaluatorId === '' ? {} : { evaluator_id: evaluatorId }),
    onCreated,
  });
  return (
    <DialogForm {...form} action="Judge again" pendingAction="Starting…" onClose={onCancel}>
      <p>
        {pluralize(experiment.completed_items_count, 'stored reply', 'stored replies')} and the original
        replies will be judged with the current labels, as a new experiment. No reply is generated, and this
        experiment stays as it is.
      </p>
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={errors.at('evaluator_id')}
        onChange={(evaluatorId) => change({ evaluatorId })}
      />
    </DialogForm>
  );
}
