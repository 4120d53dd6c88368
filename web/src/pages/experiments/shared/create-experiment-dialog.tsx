import { Dialog } from '../../../ui/dialog';
import type { CreateDialogProps } from '../../../workspace/list-page';
import { CreateExperimentForm } from './create-experiment-form';
import type { ExperimentDraft } from './experiment-draft';

interface CreateExperimentDialogProps extends CreateDialogProps {
  /** Initial values of the form. */
  initial?: ExperimentDraft;
}

/** The dialog that creates an experiment on selected conversations, a set or a filter. */
export function CreateExperimentDialog({ isOpen, onClose, ...form }: CreateExperimentDialogProps) {
  return (
    <Dialog title="New experiment" isOpen={isOpen} onClose={onClose}>
      <CreateExperimentForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
