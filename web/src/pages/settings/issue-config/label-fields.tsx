import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/text-field';
import styles from './issue-config.module.css';
import type { LabelDraft } from './issue-config-draft';

interface LabelFieldsProps {
  label: LabelDraft;
  /** The 1-based number of the label. */
  number: number;
  errorOf: (field: 'name' | 'description') => string | null;
  isReadOnly: boolean;
  onChange: (label: LabelDraft) => void;
  /** Absent if it cannot be removed. */
  onRemove?: () => void;
}

/** The name and description of a label. */
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
