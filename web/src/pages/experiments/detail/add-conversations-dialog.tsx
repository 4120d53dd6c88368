import type { Experiment } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { Dialog } from '../../../ui/dialog';
import { DialogForm } from '../../../ui/dialog-form';
import { Segmented } from '../../../ui/segmented';
import { TextField } from '../../../ui/text-field';
import { useAddConversations } from '../shared/experiment-queries';
import { type AddedConversations, noneAdded, sourceTexts, toAddItems } from './added-conversations';

interface AddConversationsDialogProps {
  experiment: Experiment;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog that adds conversations to an ended experiment. */
export function AddConversationsDialog({ experiment, isOpen, onClose }: AddConversationsDialogProps) {
  return (
    <Dialog title="Add conversations" isOpen={isOpen} onClose={onClose}>
      <AddConversationsForm experiment={experiment} onClose={onClose} />
    </Dialog>
  );
}

function AddConversationsForm({ experiment, onClose }: Omit<AddConversationsDialogProps, 'isOpen'>) {
  const { draft, change, field, form } = useCreationForm({
    initial: noneAdded,
    fields: ['filter', 'set', 'conversation_ids'],
    creation: useAddConversations(experiment.id),
    toBody: (added: AddedConversations) => toAddItems(added),
    onCreated: onClose,
  });
  const { name, key, label, placeholder } = sourceTexts[draft.source];
  return (
    <DialogForm {...form} action="Add conversations" pendingAction="Adding…" onClose={onClose}>
      <p>
        Only conversations that the experiment does not have yet run, with the same settings. Comparisons then
        have an e-value instead of a p-value.
      </p>
      <Segmented
        label="Selected by"
        value={draft.source}
        options={(['filter', 'set', 'ids'] as const).map((id) => ({ id, name: sourceTexts[id].name }))}
        onChange={(source) => change({ source })}
      />
      <TextField
        key={name}
        label={label}
        placeholder={placeholder}
        {...(draft.source === 'ids' ? { rows: 4 } : {})}
        {...field(draft.source, key)}
      />
    </DialogForm>
  );
}
