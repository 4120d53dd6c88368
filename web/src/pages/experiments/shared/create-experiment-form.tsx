import type { Experiment } from '../../../api/types';
import { useCreationForm } from '../../../api/use-creation-form';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Segmented } from '../../../ui/segmented';
import { TextField } from '../../../ui/text-field';
import { countSource, initialSource } from '../../../workspace/conversation-source';
import { ConversationSourceFields, sourcePaths } from '../../../workspace/conversation-source-fields';
import { CostLimitField } from '../../../workspace/cost-limit-field';
import { EvaluatorSelect } from '../../../workspace/evaluator-select';
import { promptTemplateHint } from '../../../workspace/prompt-warnings';
import { useSets } from '../../../workspace/sets';
import { CarriedSettings } from './carried-settings';
import { CostEstimate } from './cost-estimate';
import { type ExperimentDraft, emptyDraft, toCreateExperiment } from './experiment-draft';
import { useCreateExperiment } from './experiment-queries';
import { StoppingFields } from './stopping-fields';

interface CreateExperimentFormProps {
  conversationIds: readonly string[];
  /** The set to start with, `name@version`; null: the conversations. */
  set: string | null;
  initial?: ExperimentDraft;
  onCancel: () => void;
  onCreated: (experiment: Experiment) => void;
}

const shownFields = [
  ...sourcePaths,
  'name',
  'model',
  'evaluator_id',
  'system_prompt_override',
  'concurrency',
  'max_cost_cents',
  'stop_when',
  'stop_when.min_effect',
];

/** The settings of a new experiment. API errors appear at their fields. */
export function CreateExperimentForm({
  conversationIds,
  set,
  initial = emptyDraft,
  onCancel,
  onCreated,
}: CreateExperimentFormProps) {
  const { draft, change, errors, field, form } = useCreationForm({
    initial: { ...initial, ...initialSource(set) },
    fields: shownFields,
    creation: useCreateExperiment(),
    toBody: (values: ExperimentDraft) => toCreateExperiment(values, conversationIds),
    onCreated,
  });
  const isNew = draft.replies === 'new';
  const sets = useSets().data?.items ?? [];
  return (
    <DialogForm {...form} action="Start experiment" pendingAction="Starting…" onClose={onCancel}>
      <TextField label="Name" autoFocus {...field('name', 'name')} />
      <ConversationSourceFields
        draft={draft}
        conversationIds={conversationIds}
        errors={errors}
        onChange={change}
      />
      <div>
        <Segmented
          label="Replies"
          value={draft.replies}
          options={[
            { id: 'new', name: 'Generate new replies' },
            { id: 'original', name: 'Evaluate original replies' },
          ]}
          onChange={(replies) => change({ replies })}
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
          {...field('model', 'model')}
        />
      )}
      {isNew && (
        <TextField
          label="System prompt"
          rows={4}
          placeholder="System prompt of each conversation"
          description={promptTemplateHint}
          {...field('systemPrompt', 'system_prompt_override')}
        />
      )}
      {isNew && <CarriedSettings draft={draft} />}
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={errors.at('evaluator_id')}
        onChange={(evaluatorId) => change({ evaluatorId })}
      />
      <FieldPair>
        <TextField
          label="Concurrency"
          inputMode="numeric"
          description="1 to 200"
          {...field('concurrency', 'concurrency')}
        />
        <CostLimitField {...field('costLimit', 'max_cost_cents')} />
      </FieldPair>
      <CostEstimate draft={draft} conversationIds={conversationIds} />
      {isNew && (
        <StoppingFields
          stops={draft.stopsOnceDecided}
          onStopsChange={(stopsOnceDecided) => change({ stopsOnceDecided })}
          selected={countSource(draft, conversationIds, sets)}
          minEffect={field('minEffect', 'stop_when.min_effect')}
        />
      )}
    </DialogForm>
  );
}
