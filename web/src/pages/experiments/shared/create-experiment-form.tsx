import type { Experiment } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { DialogForm } from '../../../ui/dialog-form';
import { TextField } from '../../../ui/text-field';
import { initialSource, type StatedChoice } from '../../../workspace/conversation-source';
import { type ExperimentDraft, emptyDraft, toCreateExperiment } from './experiment-draft';
import { ExperimentFields, experimentPaths } from './experiment-fields';
import { useCreateExperiment } from './experiment-queries';
import { Trial } from './trial';

interface CreateExperimentFormProps {
  conversationIds: readonly string[];
  chosenBy: StatedChoice;
  /** The set to start with, `name@version`; null: the conversations. */
  set: string | null;
  initial?: ExperimentDraft;
  onCancel: () => void;
  onCreated: (experiment: Experiment) => void;
}

/** The settings of a new experiment. API errors appear at their fields. */
export function CreateExperimentForm({
  conversationIds,
  chosenBy,
  set,
  initial = emptyDraft,
  onCancel,
  onCreated,
}: CreateExperimentFormProps) {
  const { draft, change, errors, field, form } = useCreationForm({
    initial: { ...initial, ...initialSource(set, chosenBy) },
    fields: ['name', ...experimentPaths],
    creation: useCreateExperiment(),
    toBody: (values: ExperimentDraft) => toCreateExperiment(values, conversationIds),
    onCreated,
  });
  return (
    <DialogForm {...form} action="Start experiment" pendingAction="Starting…" onClose={onCancel}>
      <TextField label="Name" autoFocus {...field('name', 'name')} />
      <ExperimentFields
        draft={draft}
        conversationIds={conversationIds}
        errors={errors}
        field={field}
        onChange={change}
      />
      <Trial draft={draft} conversationIds={conversationIds} />
    </DialogForm>
  );
}
