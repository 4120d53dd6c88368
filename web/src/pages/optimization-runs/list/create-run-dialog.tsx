import { Dialog } from '../../../ui/dialog';
import type { CreateDialogProps } from '../../../workspace/list-page';
import { CreateRunForm } from './create-run-form';

/** The dialog that creates an optimization run on selected conversations, a set or a filter. */
export function CreateRunDialog({ isOpen, onClose, ...form }: CreateDialogProps) {
  return (
    <Dialog title="New optimization run" isOpen={isOpen} onClose={onClose}>
      <CreateRunForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
