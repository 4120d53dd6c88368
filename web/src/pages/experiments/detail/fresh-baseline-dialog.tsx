import type { Experiment } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { pluralize } from '../../../text/wording';
import { Dialog } from '../../../ui/dialog';
import { DialogForm } from '../../../ui/dialog-form';
import { TextField } from '../../../ui/text-field';
import { useCreateFreshBaseline } from '../shared/experiment-queries';

interface FreshBaselineDialogProps {
  experiment: Experiment;
  isOpen: boolean;
  onClose: () => void;
  onCreated: (baseline: Experiment) => void;
}

/** The dialog that replays the turns of an experiment with their original model and prompt. */
export function FreshBaselineDialog({ isOpen, onClose, ...form }: FreshBaselineDialogProps) {
  return (
    <Dialog title="Fresh baseline" isOpen={isOpen} onClose={onClose}>
      <FreshBaselineForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

interface FreshBaselineFormProps extends Omit<FreshBaselineDialogProps, 'isOpen' | 'onClose'> {
  onCancel: () => void;
}

function FreshBaselineForm({ experiment, onCancel, onCreated }: FreshBaselineFormProps) {
  const { field, form } = useCreationForm({
    initial: { model: '' },
    fields: ['model'],
    creation: useCreateFreshBaseline(experiment.id),
    toBody: ({ model }) => (model.trim() === '' ? {} : { model: model.trim() }),
    onCreated,
  });
  return (
    <DialogForm {...form} action="Start baseline" pendingAction="Starting…" onClose={onCancel}>
      <p>
        The original model generates {pluralize(experiment.total_items_count, 'reply', 'replies')} to the same
        prompts, as they are stored. Then both sides are fresh replies, and their comparison is tested. The
        cost limit of this experiment applies to the new one, too.
      </p>
      <TextField
        label="Model"
        placeholder="Model of the original replies"
        description="Only if the original replies name none, or several"
        {...field('model', 'model')}
      />
    </DialogForm>
  );
}
