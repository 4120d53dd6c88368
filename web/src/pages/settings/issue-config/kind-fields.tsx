import { humanize } from '../../../text/wording';
import { Select } from '../../../ui/select';
import styles from './issue-config.module.css';
import type { IssueConfigDraft } from './issue-config-draft';
import { coverKind, findRow, labelKinds } from './issue-kinds';

interface KindFieldsProps {
  draft: IssueConfigDraft;
  isReadOnly: boolean;
  onChange: (draft: IssueConfigDraft) => void;
}

const NO_LABEL = 'none';

/** The label that each kind of issue gets. */
export function KindFields({ draft, isReadOnly, onChange }: KindFieldsProps) {
  const options = [
    { id: NO_LABEL, name: 'Not looked for' },
    ...draft.labels.map(({ row, name }, index) => ({
      id: String(row),
      name: name.trim() === '' ? `Label ${index + 1}` : name.trim(),
    })),
  ];
  return (
    <fieldset className={styles.kinds}>
      <legend>Kinds of issues, and their labels</legend>
      {labelKinds.map((kind) => (
        <Select
          key={kind}
          label={humanize(kind)}
          value={String(findRow(draft, kind) ?? NO_LABEL)}
          options={options}
          isDisabled={isReadOnly}
          onChange={(id) => onChange(coverKind(draft, kind, id === NO_LABEL ? null : Number(id)))}
        />
      ))}
    </fieldset>
  );
}
