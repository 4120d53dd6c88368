import type { FieldErrors } from '../../../api/field-errors';
import type { CreateSchedule, Schedule } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { Dialog } from '../../../ui/dialog';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Segmented } from '../../../ui/segmented';
import { TextField } from '../../../ui/text-field';
import { initialSource } from '../../../workspace/conversation-source';
import type { CreateDialogProps } from '../../../workspace/list-page';
import { type ExperimentDraft, emptyDraft, toCreateExperiment } from '../shared/experiment-draft';
import { ExperimentFields, experimentPaths } from '../shared/experiment-fields';
import { useCreateSchedule } from './schedule-queries';
import { overlapNames } from './schedule-times';

/** Where the request for a schedule has the path of a request for an experiment. */
const nested = (path: string) => `experiment.${path}`;

/** The dialog that creates a schedule of experiments. */
export function CreateScheduleDialog({ isOpen, onClose, ...form }: CreateDialogProps) {
  return (
    <Dialog title="New schedule" isOpen={isOpen} onClose={onClose}>
      <CreateScheduleForm {...form} onClose={onClose} />
    </Dialog>
  );
}

function CreateScheduleForm({
  conversationIds,
  chosenBy,
  set,
  onClose,
  onCreated,
}: Omit<CreateDialogProps, 'isOpen'>) {
  const { draft, change, errors, field, form } = useCreationForm({
    initial: { ...emptyScheduleDraft(), ...initialSource(set, chosenBy) },
    fields: ['name', 'cron', 'time_zone', ...experimentPaths.map(nested)],
    creation: useCreateSchedule(),
    toBody: (values: ScheduleDraft) => toCreateSchedule(values, conversationIds),
    onCreated,
  });
  const experimentErrors: FieldErrors = { ...errors, at: (path) => errors.at(nested(path)) };
  return (
    <DialogForm {...form} action="Create schedule" pendingAction="Creating…" onClose={onClose}>
      <TextField
        label="Name"
        autoFocus
        description="Names each experiment, with the time of its firing"
        {...field('name', 'name')}
      />
      <FieldPair>
        <TextField
          label="Cron expression"
          description="Minute, hour, day of month, month, day of week"
          {...field('cron', 'cron')}
        />
        <TextField label="Time zone" placeholder="Europe/Berlin" {...field('timeZone', 'time_zone')} />
      </FieldPair>
      <div>
        <Segmented
          label="While the last experiment runs"
          value={draft.overlap}
          options={[
            { id: 'skip', name: overlapNames.skip },
            { id: 'queue', name: overlapNames.queue },
          ]}
          onChange={(overlap) => change({ overlap })}
        />
      </div>
      <ExperimentFields
        draft={draft}
        conversationIds={conversationIds}
        errors={experimentErrors}
        field={(name, path) => field(name, nested(path))}
        onChange={change}
      />
    </DialogForm>
  );
}

/** The values of the form: when, and the experiment that each firing creates. Both have the same name. */
interface ScheduleDraft extends ExperimentDraft {
  cron: string;
  timeZone: string;
  overlap: Schedule['overlap'];
}

/** A draft that fires every night in the time zone of the browser. */
function emptyScheduleDraft(): ScheduleDraft {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { ...emptyDraft, cron: '0 4 * * *', timeZone, overlap: 'skip' };
}

/** Converts a draft to the request body. The API validates it. */
function toCreateSchedule(draft: ScheduleDraft, conversationIds: readonly string[]): CreateSchedule {
  return {
    name: draft.name.trim(),
    cron: draft.cron.trim(),
    time_zone: draft.timeZone.trim(),
    overlap: draft.overlap,
    experiment: toCreateExperiment(draft, conversationIds),
  };
}
