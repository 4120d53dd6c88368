import { useState } from 'react';
import { ApiError } from '../../../api/api-error';
import type { IssueConfig } from '../../../api/types';
import { useWorkspace } from '../../../app/workspace';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { TextField } from '../../../ui/text-field';
import { Time } from '../../../ui/time';
import styles from './issue-config.module.css';
import { draftOf, isChanged, type LabelDraft, toSaveIssueConfig, withNewLabel } from './issue-config-draft';
import { useSaveIssueConfig } from './issue-config-queries';
import { LabelFields } from './label-fields';

/** The config as it can be changed; what the API finds wrong stands at its field. */
export function IssueConfigForm({ saved }: { saved: IssueConfig }) {
  const { canWrite } = useWorkspace();
  const [draft, setDraft] = useState(() => draftOf(saved));
  const saving = useSaveIssueConfig();
  const faultAt = (...place: string[]) =>
    saving.error instanceof ApiError ? (saving.error.entryAt(['body', ...place])?.msg ?? null) : null;
  const setLabel = (changed: LabelDraft) =>
    setDraft({ ...draft, labels: draft.labels.map((it) => (it.row === changed.row ? changed : it)) });
  const isDirty = isChanged(draft, saved);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(toSaveIssueConfig(draft));
      }}
    >
      <p className={styles.version}>
        Version {saved.version}, made <Time at={saved.created_at} />
      </p>
      <ul className={styles.labels} aria-label="Labels">
        {draft.labels.map((label, index) => (
          <li key={label.row}>
            <LabelFields
              label={label}
              number={index + 1}
              faultOf={(field) => faultAt('labels', String(index), field)}
              isReadOnly={!canWrite}
              onChange={setLabel}
              {...(canWrite && draft.labels.length > 1
                ? {
                    onRemove: () =>
                      setDraft({ ...draft, labels: draft.labels.filter(({ row }) => row !== label.row) }),
                  }
                : {})}
            />
          </li>
        ))}
      </ul>
      {canWrite && <Button onPress={() => setDraft(withNewLabel(draft))}>Add a label</Button>}
      <TextField
        label="Domain context"
        rows={6}
        description="Terms, products and rules that a judge should know; up to 8,000 characters."
        isReadOnly={!canWrite}
        value={draft.domainContext}
        onChange={(domainContext) => setDraft({ ...draft, domainContext })}
        error={faultAt('domain_context')}
      />
      {saving.error !== null && <ErrorNotice error={saving.error} />}
      {canWrite && (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" isDisabled={!isDirty || saving.isPending}>
            {saving.isPending ? 'Saving …' : `Save as version ${saved.version + 1}`}
          </Button>
          {isDirty && (
            <Button variant="quiet" onPress={() => setDraft(draftOf(saved))}>
              Undo changes
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
