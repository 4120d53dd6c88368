import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import type { CreateDialogProps } from '../../../workspace/list-page';
import { useWorkspace } from '../../../workspace/workspace';
import { CreateExperimentForm } from './create-experiment-form';
import type { ExperimentDraft } from './experiment-draft';

interface CreateExperimentDialogProps extends CreateDialogProps {
  /** Initial values of the form. */
  initial?: ExperimentDraft;
}

/** The dialog that creates an experiment on selected conversations. */
export function CreateExperimentDialog({ isOpen, onClose, ...form }: CreateExperimentDialogProps) {
  const { href } = useWorkspace();
  return (
    <Dialog title="New experiment" isOpen={isOpen} onClose={onClose}>
      {form.conversationIds.length === 0 ? (
        <EmptyState title="No conversations selected">
          <p>Select the conversations to replay, then start the experiment from that page.</p>
          <ButtonLink variant="primary" to={href('conversations')}>
            Select conversations
          </ButtonLink>
          <Button onPress={onClose}>Close</Button>
        </EmptyState>
      ) : (
        <CreateExperimentForm {...form} onCancel={onClose} />
      )}
    </Dialog>
  );
}
