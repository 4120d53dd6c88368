import type { IssueConfig, IssueKind } from '../../../api/types';
import { humanize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Notice } from '../../../ui/notice';
import { SubmitButton } from '../../../ui/submit-button';
import { TextField } from '../../../ui/text-field';
import { Time } from '../../../ui/time';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './issue-config.module.css';
import { addLabel } from './issue-config-draft';
import { issueKinds, listUncovered } from './issue-kinds';
import { KindFields } from './kind-fields';
import { LabelFields } from './label-fields';
import { useIssueConfigEdit } from './use-issue-config-edit';

/** Edits the issue configuration. API errors appear at their fields. */
export function IssueConfigForm({ saved }: { saved: IssueConfig }) {
  const { canWrite } = useWorkspace();
  const edit = useIssueConfigEdit(saved);
  const { labels, domainContext } = edit.draft;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.isDirty && !edit.isOutdated) edit.save();
      }}
    >
      <p className={styles.version}>
        Version {saved.version}, created <Time at={saved.created_at} />
      </p>
      <ul className={styles.labels} aria-label="Labels">
        {labels.map((label, index) => (
          <li key={label.row}>
            <LabelFields
              label={label}
              number={index + 1}
              errorOf={(field) => edit.errors.formatLabelScope(label.row, field)}
              isReadOnly={!canWrite}
              onChange={(changed) =>
                edit.change({ labels: labels.map((it) => (it.row === changed.row ? changed : it)) })
              }
              {...(canWrite && labels.length > 1
                ? { onRemove: () => edit.change({ labels: labels.filter(({ row }) => row !== label.row) }) }
                : {})}
            />
          </li>
        ))}
      </ul>
      {canWrite && <Button onPress={() => edit.change(addLabel(edit.draft))}>Add label</Button>}
      <KindFields draft={edit.draft} isReadOnly={!canWrite} onChange={edit.change} />
      <UncoveredNotice kinds={listUncovered(edit.draft)} />
      <TextField
        label="Domain context"
        rows={6}
        description="Terms, products and rules for the judge. Up to 8,000 characters."
        isReadOnly={!canWrite}
        value={domainContext}
        onChange={(changed) => edit.change({ domainContext: changed })}
        error={edit.errors.ofContext}
      />
      {edit.errors.rest !== null && !edit.isOutdated && <ErrorNotice error={edit.errors.rest} />}
      {edit.isOutdated && (
        <Notice tone="warn">
          <p>
            Version {saved.version} was saved in the meantime. Your edits are still here. Saving them replaces
            that version.
          </p>
          <div className={styles.actions}>
            <Button onPress={edit.discard}>Load version {saved.version}</Button>
            <Button onPress={edit.rebase}>Keep my edits</Button>
          </div>
        </Notice>
      )}
      {canWrite && (
        <div className={styles.actions}>
          <SubmitButton isDisabled={!edit.isDirty || edit.isOutdated || edit.isSaving}>
            {edit.isSaving ? 'Saving…' : `Save as version ${saved.version + 1}`}
          </SubmitButton>
          {edit.isDirty && !edit.isOutdated && (
            <Button variant="quiet" onPress={edit.discard}>
              Discard changes
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** Says what the embedded evaluator does not look for with these labels; nothing if every kind has a label. */
function UncoveredNotice({ kinds }: { kinds: readonly IssueKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <Notice tone="warn">
      {kinds.length === issueKinds.length ? (
        <p>
          No kind of issue has a label. The embedded evaluator judges no reply: its verdict is “not
          judgeable”.
        </p>
      ) : (
        <p>
          The embedded evaluator does not look for issues without a label: {kinds.map(humanize).join(', ')}.
          Judges look for every label.
        </p>
      )}
    </Notice>
  );
}
