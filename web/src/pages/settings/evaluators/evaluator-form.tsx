import { bindFields } from '../../../api/bind-fields';
import { getFieldErrors } from '../../../api/field-errors';
import { Checkbox } from '../../../ui/checkbox';
import { DialogForm } from '../../../ui/dialog-form';
import { FieldPair } from '../../../ui/field-pair';
import { Segmented } from '../../../ui/segmented';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { ModelField } from '../../../workspace/model-field';
import type { EvaluatorDraft, Traffic } from './evaluator-draft';

interface EvaluatorFormProps {
  draft: EvaluatorDraft;
  /** Whether the kind can be chosen. */
  isNew?: boolean;
  /** Labels of the submit button, before and while submitting. */
  action: string;
  pendingAction: string;
  isPending: boolean;
  error: Error | null;
  onChange: (draft: EvaluatorDraft) => void;
  onSubmit: () => void;
  onClose: () => void;
}

const judgeFields = ['config.model', 'config.timeout_ms', 'config.context_tokens'];

const traffics: { id: Traffic; name: string }[] = [
  { id: 'auto', name: 'Recognized for each reply' },
  { id: 'rag', name: 'Replies from passages (RAG)' },
  { id: 'short_chat', name: 'Short chats' },
  { id: 'agent', name: 'Agents with tools' },
  { id: 'summaries', name: 'Summaries' },
];

/** The settings of an evaluator. A judge has a model and limits, the embedded evaluator a kind of traffic. */
export function EvaluatorForm({
  draft,
  isNew = false,
  action,
  pendingAction,
  isPending,
  error,
  onChange,
  onSubmit,
  onClose,
}: EvaluatorFormProps) {
  const set = (changes: Partial<EvaluatorDraft>) => onChange({ ...draft, ...changes });
  const errors = getFieldErrors(error, ['name', ...(draft.kind === 'llm_judge' ? judgeFields : [])]);
  const field = bindFields(draft, set, errors);
  return (
    <DialogForm
      action={action}
      pendingAction={pendingAction}
      isPending={isPending}
      error={errors.rest}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {isNew && (
        <Segmented
          label="Kind"
          value={draft.kind}
          options={[
            { id: 'llm_judge', name: 'LLM judge' },
            { id: 'grounding', name: 'Embedded' },
          ]}
          onChange={(kind) => set({ kind })}
        />
      )}
      <TextField label="Name" autoFocus {...field('name', 'name')} />
      {draft.kind === 'grounding' && (
        <Select
          label="Traffic"
          value={draft.traffic}
          options={traffics}
          onChange={(traffic) => set({ traffic })}
        />
      )}
      {draft.kind === 'llm_judge' && (
        <>
          <ModelField {...field('model', 'config.model')}>
            Each reply is at least one call. Keys of providers are settings of the service.
          </ModelField>
          <FieldPair>
            <TextField
              label="Timeout (seconds)"
              inputMode="decimal"
              {...field('timeoutSeconds', 'config.timeout_ms')}
            />
            <TextField
              label="Context window (tokens)"
              inputMode="numeric"
              description="Longer conversations are split into windows."
              {...field('contextTokens', 'config.context_tokens')}
            />
          </FieldPair>
          <Checkbox
            label="Verify findings with a second model call"
            isChecked={draft.isVerifying}
            onChange={(isVerifying) => set({ isVerifying })}
          />
        </>
      )}
    </DialogForm>
  );
}
