import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/text-field';
import styles from './issue-config.module.css';
import type { LabelDraft } from './issue-config-draft';

interface LabelFieldsProps {
  label: LabelDraft;
  /** Which of the labels it is, 1-based. */
  number: number;
  errorOf: (field: 'name' | 'description') => string | null;
  isReadOnly: boolean;
  onChange: (label: LabelDraft) => void;
  /** Absent when it has to stay. */
  onRemove?: () => void;
}

/** One label: its name, and when it applies. */
export function LabelFields({ label, number, errorOf, isReadOnly, onChange, onRemove }: LabelFieldsProps) {
  return (
    <div className={styles.label}>
      <TextField
        label={`Label ${number}`}
        placeholder="wrong_price"
        spellCheck="false"
        isReadOnly={isReadOnly}
        value={label.name}
        onChange={(name) => onChange({ ...label, name })}
        error={errorOf('name')}
      />
      <TextField
        label={`Description of label ${number}`}
        rows={2}
        isReadOnly={isReadOnly}
        value={label.description}
        onChange={(description) => onChange({ ...label, description })}
        error={errorOf('description')}
      />
      {onRemove !== undefined && (
        <Button
          variant="quiet"
          aria-label={`Remove label ${number}${label.name === '' ? '' : `, ${label.name}`}`}
          onPress={onRemove}
        >
          Remove
        </Button>
      )}
    </div>
  );
}
