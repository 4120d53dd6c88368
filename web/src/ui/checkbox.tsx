import type { ReactNode } from 'react';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  /** Shown next to the box; only for screen readers if `isLabelHidden`. */
  label: ReactNode;
  isLabelHidden?: boolean;
  isChecked: boolean;
  /** Shows the indeterminate state. */
  isMixed?: boolean;
  isDisabled?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox. */
export function Checkbox({
  label,
  isLabelHidden = false,
  isChecked,
  isMixed = false,
  isDisabled = false,
  onChange,
}: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        className={styles.box}
        checked={isChecked}
        disabled={isDisabled}
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? styles.hidden : undefined}>{label}</span>
    </label>
  );
}
