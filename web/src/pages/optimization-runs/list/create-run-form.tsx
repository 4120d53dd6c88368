import { getFieldErrors } from '../../../api/field-errors';
import type { OptimizationRun } from '../../../api/types';
import { useKeyedDraft } from '../../../api/use-keyed-draft';
import { pluralize } from '../../../text/wording';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { EvaluatorSelect } from '../../../workspace/evaluator-select';
import { useCreateRun } from '../shared/run-queries';
import { metricOptions } from '../shared/run-state';
import { ConstraintFields } from './constraint-fields';
import { emptyRunDraft, toCreateRun } from './run-draft';

interface CreateRunFormProps {
  conversationIds: readonly string[];
  onCancel: () => void;
  onCreated: (run: OptimizationRun) => void;
}

const shownFields = [
  'name',
  'model',
  'system_prompt',
  'evaluator_id',
  'constraints',
  'max_candidates',
  'max_cost_cents',
];

/** The settings of a new optimization run. API errors appear at their fields. */
export function CreateRunForm({ conversationIds, onCancel, onCreated }: CreateRunFormProps) {
  const { draft, key, change: set } = useKeyedDraft(emptyRunDraft);
  const creation = useCreateRun();
  const errors = getFieldErrors(creation.error, shownFields);
  return (
    <DialogForm
      action="Start run"
      pendingAction="Starting…"
      isPending={creation.isPending}
      error={errors.rest}
      onSubmit={() =>
        creation.mutate({ body: toCreateRun(draft, conversationIds), key }, { onSuccess: onCreated })
      }
      onClose={onCancel}
    >
      <p>Candidates are measured on {pluralize(conversationIds.length, 'conversation')}.</p>
      <TextField
        label="Name"
        autoFocus
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errors.at('name')}
      />
      <TextField
        label="Model"
        placeholder="gpt-4o-mini"
        description="Used by the baseline and by candidates without a model"
        value={draft.model}
        onChange={(model) => set({ model })}
        error={errors.at('model')}
      />
      <TextField
        label="Baseline system prompt"
        rows={3}
        placeholder="System prompt of each conversation"
        value={draft.systemPrompt}
        onChange={(systemPrompt) => set({ systemPrompt })}
        error={errors.at('system_prompt')}
      />
      <FieldPair>
        <Select
          label="Direction"
          value={draft.direction}
          options={[
            { id: 'minimize', name: 'Minimize' },
            { id: 'maximize', name: 'Maximize' },
          ]}
          onChange={(direction) => set({ direction })}
        />
        <Select
          label="Metric"
          value={draft.metric}
          options={metricOptions}
          onChange={(metric) => set({ metric })}
        />
      </FieldPair>
      <ConstraintFields
        constraints={draft.constraints}
        error={errors.at('constraints')}
        onChange={(constraints) => set({ constraints })}
      />
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={errors.at('evaluator_id')}
        onChange={(evaluatorId) => set({ evaluatorId })}
      />
      <FieldPair>
        <TextField
          label="Max candidates"
          inputMode="numeric"
          description="1 to 100"
          value={draft.maxCandidates}
          onChange={(maxCandidates) => set({ maxCandidates })}
          error={errors.at('max_candidates')}
        />
        <TextField
          label="Cost limit (US$)"
          inputMode="decimal"
          placeholder="No limit"
          value={draft.costLimit}
          onChange={(costLimit) => set({ costLimit })}
          error={errors.at('max_cost_cents')}
        />
      </FieldPair>
    </DialogForm>
  );
}
