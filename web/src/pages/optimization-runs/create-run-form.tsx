import { useState } from 'react';
import { readFieldFaults } from '../../api/field-faults';
import { newIdempotencyKey } from '../../api/idempotency-key';
import type { OptimizationRun } from '../../api/types';
import { countOf } from '../../text/wording';
import { Button } from '../../ui/button';
import { DialogActions } from '../../ui/dialog-actions';
import { ErrorNotice } from '../../ui/error-notice';
import { Select } from '../../ui/select';
import { TextField } from '../../ui/text-field';
import { EvaluatorSelect } from '../experiments/evaluator-select';
import styles from '../experiments/experiments.module.css';
import { ConstraintFields } from './constraint-fields';
import { emptyRunDraft, type RunDraft, toCreateRun } from './run-draft';
import { useCreateRun } from './run-queries';
import { metricOptions } from './run-state';

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

/** The settings of an optimization run; what the API finds wrong stands at its field. */
export function CreateRunForm({ conversationIds, onCancel, onCreated }: CreateRunFormProps) {
  const [draft, setDraft] = useState(emptyRunDraft);
  const [key, setKey] = useState(newIdempotencyKey);
  const creation = useCreateRun();
  const faults = readFieldFaults(creation.error, shownFields);
  const set = (changes: Partial<RunDraft>) => {
    setDraft({ ...draft, ...changes });
    // Another request than the one before, should that have got through unanswered.
    setKey(newIdempotencyKey());
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate({ body: toCreateRun(draft, conversationIds), key }, { onSuccess: onCreated });
      }}
    >
      <p>Candidates are measured on {countOf(conversationIds.length, 'conversation')}.</p>
      <TextField
        label="Name"
        autoFocus
        value={draft.name}
        onChange={(name) => set({ name })}
        error={faults.at('name')}
      />
      <TextField
        label="Model"
        placeholder="gpt-4o-mini"
        description="Of the baseline, and of candidates that name none"
        value={draft.model}
        onChange={(model) => set({ model })}
        error={faults.at('model')}
      />
      <TextField
        label="System prompt of the baseline"
        rows={3}
        placeholder="That of each conversation"
        value={draft.systemPrompt}
        onChange={(systemPrompt) => set({ systemPrompt })}
        error={faults.at('system_prompt')}
      />
      <div className={styles.pair}>
        <Select
          label="What is to become"
          value={draft.direction}
          options={[
            { id: 'minimize', name: 'lower' },
            { id: 'maximize', name: 'higher' },
          ]}
          onChange={(direction) => set({ direction })}
        />
        <Select
          label="Metric"
          value={draft.metric}
          options={metricOptions}
          onChange={(metric) => set({ metric })}
        />
      </div>
      <ConstraintFields
        constraints={draft.constraints}
        error={faults.at('constraints')}
        onChange={(constraints) => set({ constraints })}
      />
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={faults.at('evaluator_id')}
        onChange={(evaluatorId) => set({ evaluatorId })}
      />
      <div className={styles.pair}>
        <TextField
          label="Most candidates"
          inputMode="numeric"
          description="1 to 100"
          value={draft.maxCandidates}
          onChange={(maxCandidates) => set({ maxCandidates })}
          error={faults.at('max_candidates')}
        />
        <TextField
          label="Most it may cost"
          inputMode="decimal"
          placeholder="No limit"
          description="US dollars"
          value={draft.mostCost}
          onChange={(mostCost) => set({ mostCost })}
          error={faults.at('max_cost_cents')}
        />
      </div>
      {faults.rest !== null && <ErrorNotice error={faults.rest} />}
      <DialogActions>
        <Button onPress={onCancel}>Close</Button>
        <Button type="submit" variant="primary" isDisabled={creation.isPending}>
          {creation.isPending ? 'Starting …' : 'Start the run'}
        </Button>
      </DialogActions>
    </form>
  );
}
