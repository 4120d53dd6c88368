import type { FieldErrors } from '../../../api/field-errors';
import { describeChoice } from '../../../text/chosen-by';
import { pluralize } from '../../../text/wording';
import { FieldPair } from '../../../ui/field-pair';
import { Segmented } from '../../../ui/segmented';
import { TextField, type TextFieldProps } from '../../../ui/text-field';
import { choiceOfSource, countSource } from '../../../workspace/conversation-source';
import { ConversationSourceFields, sourcePaths } from '../../../workspace/conversation-source-fields';
import { CostLimitField } from '../../../workspace/cost-limit-field';
import { EvaluatorSelect } from '../../../workspace/evaluator-select';
import { ModelField } from '../../../workspace/model-field';
import { promptTemplateHint } from '../../../workspace/prompt-warnings';
import { useSets } from '../../../workspace/sets';
import { CostEstimate } from './cost-estimate';
import type { ExperimentDraft } from './experiment-draft';
import { StoppingFields } from './stopping-fields';

/** The paths in the request for an experiment whose errors the fields show. */
export const experimentPaths = [
  ...sourcePaths,
  'model',
  'evaluator_id',
  'replay_at',
  'system_prompt_override',
  'samples_per_item',
  'concurrency',
  'max_cost_cents',
  'stop_when',
  'stop_when.min_effect',
];

interface ExperimentFieldsProps {
  draft: ExperimentDraft;
  conversationIds: readonly string[];
  errors: FieldErrors;
  field: (
    name: 'model' | 'systemPrompt' | 'samples' | 'concurrency' | 'costLimit' | 'minEffect',
    path: string,
  ) => Required<Pick<TextFieldProps, 'value' | 'error' | 'onChange'>>;
  onChange: (changes: Partial<ExperimentDraft>) => void;
}

/** The settings of an experiment without its name. */
export function ExperimentFields({ draft, conversationIds, errors, field, onChange }: ExperimentFieldsProps) {
  const isNew = draft.replies === 'new';
  const sets = useSets().data?.items ?? [];
  return (
    <>
      <ConversationSourceFields
        draft={draft}
        conversationIds={conversationIds}
        errors={errors}
        onChange={onChange}
      />
      {choiceOfSource(draft, sets) === 'outcome' && <p>{describeChoice('outcome')}</p>}
      <div>
        <Segmented
          label="Replies"
          value={draft.replies}
          options={[
            { id: 'new', name: 'Generate new replies' },
            { id: 'original', name: 'Evaluate original replies' },
          ]}
          onChange={(replies) => onChange({ replies })}
        />
      </div>
      <div>
        <Segmented
          label={isNew ? 'Replayed reply' : 'Evaluated reply'}
          value={draft.replayAt}
          options={[
            { id: 'last_reply', name: 'Last reply' },
            { id: 'flagged_reply', name: 'Flagged reply' },
          ]}
          onChange={(replayAt) => onChange({ replayAt })}
        />
      </div>
      <p>{describeTurn(draft)}</p>
      {isNew && <ModelField {...field('model', 'model')} />}
      {isNew && (
        <TextField
          label="System prompt"
          rows={4}
          placeholder="System prompt of each conversation"
          description={promptTemplateHint}
          {...field('systemPrompt', 'system_prompt_override')}
        />
      )}
      {isNew && (
        <TextField
          label="Samples per conversation"
          inputMode="numeric"
          description="1 to 10 replies, averaged in comparisons"
          {...field('samples', 'samples_per_item')}
        />
      )}
      {isNew && <CarriedSettings draft={draft} />}
      <EvaluatorSelect
        value={draft.evaluatorId}
        error={errors.at('evaluator_id')}
        onChange={(evaluatorId) => onChange({ evaluatorId })}
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
          onStopsChange={(stopsOnceDecided) => onChange({ stopsOnceDecided })}
          selected={countSource(draft, conversationIds, sets)}
          samples={draft.samples}
          minEffect={field('minEffect', 'stop_when.min_effect')}
        />
      )}
    </>
  );
}

function describeTurn({ replies, replayAt }: Pick<ExperimentDraft, 'replies' | 'replayAt'>): string {
  const isNew = replies === 'new';
  if (replayAt === 'flagged_reply')
    return `${isNew ? 'Replays' : 'Evaluates'} the latest reply with a finding that no review rejects. For a set with a finding filter, the finding must match it. Items without one fail.`;
  return `The last reply of each conversation is ${isNew ? 'replayed, and compared with the new one' : 'evaluated'}. Findings in earlier replies do not count.`;
}

/** Names the settings of the experiment that is run again and that have no field. */
function CarriedSettings({ draft: { carried } }: { draft: ExperimentDraft }) {
  const { reasoningConfig, outputSchema } = carried;
  const named = [
    reasoningConfig !== null && `reasoning settings (${Object.keys(reasoningConfig).join(', ')})`,
    outputSchema !== null && `output schema (${pluralize(outputSchema.length, 'field')})`,
  ].filter((text) => text !== false);
  return named.length === 0 ? null : <p>Same as before: {named.join(' and ')}.</p>;
}
