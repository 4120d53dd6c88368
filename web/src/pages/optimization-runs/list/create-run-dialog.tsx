import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { Dialog } from '../../../ui/dialog';
import { EmptyState } from '../../../ui/empty-state';
import type { CreateDialogProps } from '../../../workspace/list-page';
import { useWorkspace } from '../../../workspace/workspace';
import { CreateRunForm } from './create-run-form';

/** The dialog that creates an optimization run on selected conversations. */
export function CreateRunDialog({ isOpen, onClose, ...form }: CreateDialogProps) {
  const { href } = useWorkspace();
  return (
    <Dialog title="New optimization run" isOpen={isOpen} onClose={onClose}>
      {form.conversationIds.length === 0 ? (
        <EmptyState title="No conversations selected">
          <p>Select the conversations to measure candidates on, then start the run from that page.</p>
          <ButtonLink variant="primary" to={href('conversations')}>
            Select conversations
          </ButtonLink>
          <Button onPress={onClose}>Close</Button>
        </EmptyState>
      ) : (
        <CreateRunForm {...form} onCancel={onClose} />
      )}
    </Dialog>
  );
}
