import { getFieldErrors } from '../../../api/field-errors';
import type { Experiment } from '../../../api/types';
import { useKeyedDraft } from '../../../api/use-keyed-draft';
import { pluralize } from '../../../text/wording';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Segmented } from '../../../ui/segmented';
import { TextField } from '../../../ui/text-field';
import { EvaluatorSelect } from '../../../workspace/evaluator-select';
import { type ExperimentDraft, emptyDraft, toCreateExperiment } from './experiment-draft';
import { useCreateExperiment } from './experiment-queries';

interface CreateExperimentFormProps {
  conversationIds: readonly string[];
  initial?: ExperimentDraft;
  onCancel: () => void;
  onCreated: (experiment: Experiment) => void;
}

const shownFields = [
  'name',
  'model',
  'evaluator_id',
  'system_prompt_override',
  'concurrency',
  'max_cost_cents',
];

/** The settings of a new experiment. API errors appear at their fields. */
export function CreateExperimentForm({
  conversationIds,
  initial = emptyDraft,
  onCancel,
  onCreated,
}: CreateExperimentFormProps) {
  const { draft, key, change: set } = useKeyedDraft(initial);
  const creation = useCreateExperiment();
  const errors = getFieldErrors(creation.error, shownFields);
  const isNew = draft.replies === 'new';
  return (
    <DialogForm
      action="Start experiment"
      pendingAction="Starting…"
      isPending={creation.isPending}
      error={errors.rest}
      onSubmit={() =>
        creation.mutate({ body: toCreateExperiment(draft, conversationIds), key }, { onSuccess: onCreated })
      }
      onClose={onCancel}
    >
      <p>
        {pluralize(conversationIds.length, 'conversation')} will be {isNew && 'replayed and '}evaluated.
      </p>
      <TextField
        label="Name"
        autoFocus
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errors.at('name')}
      />
      <div>
        <Segmented
          label="Replies"
          value={draft.replies}
          options={[
            { id: 'new', name: 'Generate new replies' },
            { id: 'original', name: 'Evaluate original replies' },
          ]}
          onChange={(replies) => set({ replies })}
        />
      </div>
      {isNew && (
        <TextField
          label="Model"
          placeholder="gpt-4o-mini"
          description={
            <>
              A model of the default provider, <code>provider/model</code>, or{' '}
              <code>embedded/extractive</code>, which needs no provider.
            </>
          }
          value={draft.model}
          onChange={(model) => set({ model })}
          error={errors.at('model')}
        />
      )}
      {isNew && (
        <TextField
          label="System prompt"
          rows={4}
          placeholder="System prompt of each conversation"
          value={draft.systemPrompt}
          onChange={(systemPrompt) => set({ systemPrompt })}
          error={errors.at('system_prompt_override')}
        />
      )}
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={errors.at('evaluator_id')}
        onChange={(evaluatorId) => set({ evaluatorId })}
      />
      <FieldPair>
        <TextField
          label="Concurrency"
          inputMode="numeric"
          description="1 to 200"
          value={draft.concurrency}
          onChange={(concurrency) => set({ concurrency })}
          error={errors.at('concurrency')}
        />
        {isNew && (
          <TextField
            label="Cost limit (US$)"
            inputMode="decimal"
            placeholder="No limit"
            value={draft.costLimit}
            onChange={(costLimit) => set({ costLimit })}
            error={errors.at('max_cost_cents')}
          />
        )}
      </FieldPair>
    </DialogForm>
  );
}
