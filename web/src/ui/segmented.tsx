import { useId } from 'react';
import styles from './segmented.module.css';

export interface SegmentedProps<Id extends string> {
  label: string;
  value: Id;
  options: readonly { id: Id; name: string }[];
  onChange: (id: Id) => void;
}

/** A choice between few options, all visible. */
export function Segmented<Id extends string>({ label, value, options, onChange }: SegmentedProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          <span className={styles.text}>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
