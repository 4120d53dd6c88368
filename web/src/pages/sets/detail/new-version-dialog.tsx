import type { ConversationSet } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { Dialog } from '../../../ui/dialog';
import { DialogForm } from '../../../ui/dialog-form';
import { useConversationSelection } from '../../../workspace/conversation-selection';
import { type SetDraft, toNextDraft, toSetVersion } from '../shared/set-draft';
import { SetFields, setPaths } from '../shared/set-fields';
import { useAddSetVersion } from '../shared/set-queries';

interface NewVersionDialogProps {
  set: ConversationSet;
  isOpen: boolean;
  onClose: () => void;
  onCreated: () => void;
}

/** The dialog that creates the next version of a set. It starts with how the latest one selects. */
export function NewVersionDialog({ isOpen, onClose, ...form }: NewVersionDialogProps) {
  return (
    <Dialog title={`New version of ${form.set.name}`} isOpen={isOpen} onClose={onClose}>
      <NewVersionForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function NewVersionForm({ set, onClose, onCreated }: Omit<NewVersionDialogProps, 'isOpen'>) {
  const { ids, chosenBy, clear } = useConversationSelection();
  const { draft, change, errors, field, form } = useCreationForm({
    initial: toNextDraft(set, ids.length, chosenBy),
    fields: setPaths,
    creation: useAddSetVersion(set.id),
    toBody: (values: SetDraft) => toSetVersion(values, ids),
    onCreated: () => {
      clear();
      onCreated();
    },
  });
  return (
    <DialogForm {...form} action="Create version" pendingAction="Creating…" onClose={onClose}>
      <SetFields draft={draft} selected={ids.length} errors={errors} field={field} change={change} />
    </DialogForm>
  );
}
