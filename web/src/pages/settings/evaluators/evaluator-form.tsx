import { ApiError } from '../../../api/api-error';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { DialogActions } from '../../../ui/dialog-actions';
import { ErrorNotice } from '../../../ui/error-notice';
import { Segmented } from '../../../ui/segmented';
import { TextField } from '../../../ui/text-field';
import styles from '../settings.module.css';
import type { EvaluatorDraft } from './evaluator-draft';

interface EvaluatorFormProps {
  draft: EvaluatorDraft;
  /** Whether its kind is still open. */
  isNew?: boolean;
  /** What the button that sends it says. */
  action: string;
  isPending: boolean;
  error: Error | null;
  onChange: (draft: EvaluatorDraft) => void;
  onSubmit: () => void;
  onClose: () => void;
}

/** The settings of an evaluator. A judge has a model and its limits; the embedded one has a name alone. */
export function EvaluatorForm({
  draft,
  isNew = false,
  action,
  isPending,
  error,
  onChange,
  onSubmit,
  onClose,
}: EvaluatorFormProps) {
  const set = (changes: Partial<EvaluatorDraft>) => onChange({ ...draft, ...changes });
  const faultAt = (...place: string[]) =>
    error instanceof ApiError ? (error.entryAt(['body', ...place])?.msg ?? null) : null;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {isNew && (
        <Segmented
          label="Kind"
          value={draft.kind}
          options={[
            { id: 'llm_judge', name: 'Model as judge' },
            { id: 'grounding', name: 'Embedded' },
          ]}
          onChange={(kind) => set({ kind })}
        />
      )}
      <TextField
        label="Name"
        autoFocus
        value={draft.name}
        onChange={(name) => set({ name })}
        error={faultAt('name')}
      />
      {draft.kind === 'llm_judge' && (
        <>
          <TextField
            label="Model"
            placeholder="gpt-4.1-mini"
            description={
              <>
                A model of the default provider, or <code>provider/model</code>. Keys of providers are
                settings of the service.
              </>
            }
            value={draft.model}
            onChange={(model) => set({ model })}
            error={faultAt('config', 'model')}
          />
          <div className={styles.pair}>
            <TextField
              label="Seconds one answer may take"
              inputMode="decimal"
              value={draft.timeoutSeconds}
              onChange={(timeoutSeconds) => set({ timeoutSeconds })}
              error={faultAt('config', 'timeout_ms')}
            />
            <TextField
              label="Tokens the model takes"
              inputMode="numeric"
              description="Longer conversations come in windows."
              value={draft.contextTokens}
              onChange={(contextTokens) => set({ contextTokens })}
              error={faultAt('config', 'context_tokens')}
            />
          </div>
          <Checkbox
            label="Show each finding to the model once more, and keep what it confirms"
            isChecked={draft.isVerifying}
            onChange={(isVerifying) => set({ isVerifying })}
          />
        </>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onPress={onClose}>Close</Button>
        <Button type="submit" variant="primary" isDisabled={isPending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
