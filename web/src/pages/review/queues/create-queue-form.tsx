import { useCreationForm } from '../../../api/use-creation-form';
import { Checkbox } from '../../../ui/checkbox';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Notice } from '../../../ui/notice';
import { Segmented } from '../../../ui/segmented';
import { Term } from '../../../ui/term';
import { TextField } from '../../../ui/text-field';
import { useEvaluators } from '../../../workspace/evaluators';
import { useCreateQueue } from '../shared/queue-queries';
import { emptyQueueDraft, type QueueDraft, type SourceKind, toCreateQueue } from './queue-draft';

const kinds: readonly { id: SourceKind; name: string }[] = [
  { id: 'filter', name: 'Filter' },
  { id: 'sample', name: 'Random sample' },
  { id: 'disagreement', name: 'Disagreement' },
];

const shownFields = [
  'name',
  'reviewers_per_item',
  'source.filter',
  'source.sample.filter',
  'source.sample.size',
  'source.sample.seed',
  'source.disagreement.evaluator_ids',
];

interface CreateQueueFormProps {
  onCancel: () => void;
  onCreated: (queue: { id: string }) => void;
}

/** Which replies a new queue has. API errors appear at their fields. */
export function CreateQueueForm({ onCancel, onCreated }: CreateQueueFormProps) {
  const { draft, change, errors, field, form } = useCreationForm({
    initial: emptyQueueDraft,
    fields: shownFields,
    creation: useCreateQueue(),
    toBody: (values: QueueDraft) => toCreateQueue(values),
    onCreated,
  });
  return (
    <DialogForm {...form} action="Create queue" pendingAction="Creating…" onClose={onCancel}>
      <TextField label="Name" autoFocus {...field('name', 'name')} />
      <Segmented label="Replies" value={draft.kind} options={kinds} onChange={(kind) => change({ kind })} />
      {draft.kind === 'filter' && (
        <TextField
          label="Message filter"
          description="The newest 10,000 evaluated replies that it selects"
          {...field('filter', 'source.filter')}
        />
      )}
      {draft.kind === 'sample' && (
        <>
          <TextField
            label="Message filter"
            description="A random sample of the replies that it selects, which can correct rates"
            {...field('filter', 'source.sample.filter')}
          />
          <FieldPair>
            <TextField label="Sample size" {...field('size', 'source.sample.size')} />
            <TextField
              label="Seed"
              description={<Term id="seed">What is a seed?</Term>}
              {...field('seed', 'source.sample.seed')}
            />
          </FieldPair>
        </>
      )}
      {draft.kind === 'disagreement' && (
        <Evaluators
          chosen={draft.evaluatorIds}
          error={errors.at('source.disagreement.evaluator_ids')}
          onChange={(evaluatorIds) => change({ evaluatorIds })}
        />
      )}
      <TextField label="Reviewers per reply" {...field('reviewers', 'reviewers_per_item')} />
    </DialogForm>
  );
}

interface EvaluatorsProps {
  chosen: readonly string[];
  error: string | null;
  onChange: (ids: readonly string[]) => void;
}

function Evaluators({ chosen, error, onChange }: EvaluatorsProps) {
  const evaluators = useEvaluators().data?.items ?? [];
  return (
    <fieldset>
      <legend>
        Replies that some of these evaluators find clean, and others not:{' '}
        <Term id="disagreement">disagreement</Term>
      </legend>
      {evaluators.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          isChecked={chosen.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((it) => it !== id))}
        />
      ))}
      {error !== null && <Notice tone="danger">{error}</Notice>}
    </fieldset>
  );
}
