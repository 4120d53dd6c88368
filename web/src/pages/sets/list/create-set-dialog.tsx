import { useCreationForm } from '../../../api/use-creation-form';
import { Dialog } from '../../../ui/dialog';
import { DialogForm } from '../../../ui/dialog-form';
import { TextField } from '../../../ui/text-field';
import type { CreateDialogProps } from '../../../workspace/list-page';
import { useSearch } from '../../../workspace/use-search';
import { emptySetDraft, type SetDraft, toCreateSet } from '../shared/set-draft';
import { SetFields, setPaths } from '../shared/set-fields';
import { useCreateSet } from '../shared/set-queries';

/** The dialog that creates a set from selected conversations, a filter, or the filter of findings in the URL. */
export function CreateSetDialog({ isOpen, onClose, ...form }: CreateDialogProps) {
  return (
    <Dialog title="New set" isOpen={isOpen} onClose={onClose}>
      <CreateSetForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function CreateSetForm({
  conversationIds,
  chosenBy,
  onClose,
  onCreated,
}: Omit<CreateDialogProps, 'isOpen' | 'set'>) {
  const { search } = useSearch();
  const { draft, change, errors, field, form } = useCreationForm({
    initial: emptySetDraft(conversationIds.length, search.get('findings'), chosenBy),
    fields: ['name', ...setPaths],
    creation: useCreateSet(),
    toBody: (values: SetDraft) => toCreateSet(values, conversationIds),
    onCreated,
  });
  return (
    <DialogForm {...form} action="Create set" pendingAction="Creating…" onClose={onClose}>
      <TextField
        label="Name"
        autoFocus
        description="Letters, digits, dots, underscores and hyphens"
        {...field('name', 'name')}
      />
      <SetFields
        draft={draft}
        selected={conversationIds.length}
        errors={errors}
        field={field}
        change={change}
      />
    </DialogForm>
  );
}
