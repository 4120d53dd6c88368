import { useState } from 'react';
import { getFieldErrors } from '../../../api/field-errors';
import type { WorkspaceSettings } from '../../../api/types';
import { Checkbox } from '../../../ui/checkbox';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorNotice } from '../../../ui/error-notice';
import { Form } from '../../../ui/form';
import { GuideLink } from '../../../ui/guide-link';
import { Notice } from '../../../ui/notice';
import { SubmitButton } from '../../../ui/submit-button';
import { TextField } from '../../../ui/text-field';
import { useUpdateWorkspace } from '../../../workspace/workspace-settings';
import styles from '../shared/settings.module.css';
import {
  isRetentionShorter,
  toDraft,
  toUpdateWorkspace,
  validateRetention,
  type WorkspaceDraft,
} from './workspace-draft';

interface WorkspaceFormProps {
  saved: WorkspaceSettings;
  isReadOnly: boolean;
}

/** Edits the workspace settings. A shorter retention deletes conversations, so it asks first. */
export function WorkspaceForm({ saved, isReadOnly }: WorkspaceFormProps) {
  // Only changed fields, so that other fields show what other users save and do not revert it.
  const [changes, setChanges] = useState<Partial<WorkspaceDraft>>({});
  const [daysError, setDaysError] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const update = useUpdateWorkspace();
  const draft = { ...toDraft(saved), ...changes };
  const body = toUpdateWorkspace(draft, saved);
  const errors = getFieldErrors(update.error, [
    'name',
    'analytics_tags',
    ...(draft.isRetentionUnlimited ? [] : ['retention_days']),
    ...(draft.isEvaluating ? ['online_evaluation'] : []),
  ]);
  const set = (more: Partial<WorkspaceDraft>) => {
    update.reset();
    setDaysError(null);
    setChanges({ ...changes, ...more });
  };
  const save = () =>
    update.mutate(body, {
      onSuccess: () => setChanges((now) => (now === changes ? {} : now)),
      onSettled: () => setConfirming(false),
    });
  const submit = () => {
    const problem = validateRetention(draft);
    if (problem !== null) setDaysError(problem);
    else if (isRetentionShorter(draft, saved)) setConfirming(true);
    else if (Object.keys(body).length > 0) save();
  };
  return (
    <Form isNarrow onSubmit={submit}>
      <TextField
        label="Name"
        isReadOnly={isReadOnly}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errors.at('name')}
      />
      <Checkbox
        label="Evaluate new replies as they arrive"
        isChecked={draft.isEvaluating}
        isDisabled={isReadOnly}
        onChange={(isEvaluating) => set({ isEvaluating })}
      />
      {draft.isEvaluating && (
        <TextField
          label="Sample rate (%)"
          inputMode="decimal"
          description={
            <>
              0 to 100. The default evaluator runs in the background:{' '}
              <GuideLink guide="online-evaluation">what is evaluated</GuideLink>.
            </>
          }
          isReadOnly={isReadOnly}
          value={draft.samplePercent}
          onChange={(samplePercent) => set({ samplePercent })}
          error={errors.at('online_evaluation')}
        />
      )}
      <Checkbox
        label="Keep conversations indefinitely"
        isChecked={draft.isRetentionUnlimited}
        isDisabled={isReadOnly}
        onChange={(isRetentionUnlimited) => set({ isRetentionUnlimited })}
      />
      {!draft.isRetentionUnlimited && (
        <TextField
          label="Retention (days)"
          inputMode="numeric"
          description="1 to 36,500. Also applies to stored conversations."
          isReadOnly={isReadOnly}
          value={draft.retentionDays}
          onChange={(retentionDays) => set({ retentionDays })}
          error={daysError ?? errors.at('retention_days')}
        />
      )}
      <TextField
        label="Tags in analytics"
        description={
          <>
            Up to five keys of tags, separated by commas, such as environment, region. The overview{' '}
            <GuideLink guide="analytics#in-the-dashboard">compares their values</GuideLink>. Numbers of a new
            tag load more slowly until they are counted in the background.
          </>
        }
        isReadOnly={isReadOnly}
        value={draft.analyticsTags}
        onChange={(analyticsTags) => set({ analyticsTags })}
        error={errors.at('analytics_tags')}
      />
      {errors.rest !== null && <ErrorNotice error={errors.rest} />}
      {update.isSuccess && <Notice tone="good">Saved.</Notice>}
      {!isReadOnly && (
        <div className={styles.start}>
          <SubmitButton isDisabled={Object.keys(body).length === 0 || update.isPending}>
            {update.isPending ? 'Saving…' : 'Save'}
          </SubmitButton>
        </div>
      )}
      <ConfirmDialog
        title="Delete older conversations?"
        action="Save and delete"
        isOpen={isConfirming}
        isPending={update.isPending}
        error={null}
        onConfirm={save}
        onClose={() => setConfirming(false)}
      >
        Conversations older than {draft.retentionDays} days are deleted, including stored ones. This action
        cannot be undone.
      </ConfirmDialog>
    </Form>
  );
}
