import type { OptimizationRun } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { metricDescriptions } from '../../../text/metrics';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { initialSource, type StatedChoice } from '../../../workspace/conversation-source';
import { ConversationSourceFields, sourcePaths } from '../../../workspace/conversation-source-fields';
import { CostLimitField } from '../../../workspace/cost-limit-field';
import { EvaluatorSelect } from '../../../workspace/evaluator-select';
import { ModelField } from '../../../workspace/model-field';
import { promptTemplateHint } from '../../../workspace/prompt-warnings';
import { useCreateRun } from '../shared/run-queries';
import { metricOptions } from '../shared/run-state';
import { ConstraintFields } from './constraint-fields';
import { emptyRunDraft, type RunDraft, toCreateRun } from './run-draft';

interface CreateRunFormProps {
  conversationIds: readonly string[];
  chosenBy: StatedChoice;
  /** The set to start with, `name@version`; null: the conversations. */
  set: string | null;
  onCancel: () => void;
  onCreated: (run: OptimizationRun) => void;
}

const shownFields = [
  ...sourcePaths,
  'name',
  'model',
  'system_prompt',
  'evaluator_id',
  'objective.min_effect',
  'constraints',
  'max_candidates',
  'max_cost_cents',
  'holdout_share',
];

/** The settings of a new optimization run. API errors appear at their fields. */
export function CreateRunForm({ conversationIds, chosenBy, set, onCancel, onCreated }: CreateRunFormProps) {
  const { draft, change, errors, field, form } = useCreationForm({
    initial: { ...emptyRunDraft, ...initialSource(set, chosenBy) },
    fields: shownFields,
    creation: useCreateRun(),
    toBody: (values: RunDraft) => toCreateRun(values, conversationIds),
    onCreated,
  });
  return (
    <DialogForm {...form} action="Start run" pendingAction="Starting…" onClose={onCancel}>
      <TextField label="Name" autoFocus {...field('name', 'name')} />
      <ConversationSourceFields
        draft={draft}
        conversationIds={conversationIds}
        errors={errors}
        onChange={change}
      />
      <ModelField {...field('model', 'model')}>
        Used by the baseline and by candidates without a model.
      </ModelField>
      <TextField
        label="Baseline system prompt"
        rows={3}
        placeholder="System prompt of each conversation"
        description={promptTemplateHint}
        {...field('systemPrompt', 'system_prompt')}
      />
      <FieldPair>
        <Select
          label="Direction"
          value={draft.direction}
          options={[
            { id: 'minimize', name: 'Minimize' },
            { id: 'maximize', name: 'Maximize' },
          ]}
          onChange={(direction) => change({ direction })}
        />
        <Select
          label="Metric"
          value={draft.metric}
          options={metricOptions}
          onChange={(metric) => change({ metric })}
        />
      </FieldPair>
      <TextField
        label="Minimum effect"
        inputMode="decimal"
        placeholder={metricDescriptions[draft.metric].inputUnit ?? ''}
        description={`The smallest difference that matters. By default ${draft.metric === 'issue_rate' ? '5 percentage points' : '10% of the value of the baseline'}`}
        {...field('minEffect', 'objective.min_effect')}
      />
      <ConstraintFields
        constraints={draft.constraints}
        error={errors.at('constraints')}
        onChange={(constraints) => change({ constraints })}
      />
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={errors.at('evaluator_id')}
        onChange={(evaluatorId) => change({ evaluatorId })}
      />
      <TextField
        label="Hold-out (%)"
        inputMode="decimal"
        description="Conversations on which only the named candidate is measured. With fewer than 20, all conversations are used"
        {...field('holdoutShare', 'holdout_share')}
      />
      <FieldPair>
        <TextField
          label="Max candidates"
          inputMode="numeric"
          description="1 to 100"
          {...field('maxCandidates', 'max_candidates')}
        />
        <CostLimitField {...field('costLimit', 'max_cost_cents')} />
      </FieldPair>
    </DialogForm>
  );
}
