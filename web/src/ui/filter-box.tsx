import { type ReactNode, useEffect, useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { type FilterFault, splitAtFault } from '../text/filter-fault';
import { Button } from './button';
import field from './field.module.css';
import styles from './filter-box.module.css';

export interface FilterBoxProps {
  label: string;
  value: string;
  /** What is wrong with `value`. */
  faults: readonly FilterFault[];
  placeholder?: string;
  /** How filters are written. */
  help?: ReactNode;
  onApply: (filter: string) => void;
}

/** A filter expression, applied with Enter; a fault is shown under it, at the place where it is. */
export function FilterBox({ label, value, faults, placeholder, help, onApply }: FilterBoxProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const isFaulty = faults.length > 0 && draft === value;
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft.trim());
      }}
    >
      <TextField
        className={field.field ?? ''}
        value={draft}
        onChange={setDraft}
        isInvalid={isFaulty}
        validationBehavior="aria"
        maxLength={4096}
      >
        <Label className={field.label}>{label}</Label>
        <div className={styles.row}>
          <Input
            className={`${field.input} ${styles.input}`}
            {...(placeholder === undefined ? {} : { placeholder })}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
          />
          <Button type="submit">Apply</Button>
          {value !== '' && (
            <Button variant="quiet" onPress={() => onApply('')}>
              Clear
            </Button>
          )}
        </div>
        {help !== undefined && (
          <Text slot="description" className={field.description ?? ''}>
            {help}
          </Text>
        )}
        <FieldError className={field.error ?? ''}>
          {isFaulty &&
            faults.map((fault) => (
              <Fault key={`${fault.position} ${fault.msg}`} filter={value} fault={fault} />
            ))}
        </FieldError>
      </TextField>
    </Form>
  );
}

function Fault({ filter, fault: { msg, position, length } }: { filter: string; fault: FilterFault }) {
  const parts = position === null ? null : splitAtFault(filter, position, length);
  return (
    <span className={styles.fault}>
      {msg}
      {parts !== null && (
        <code className={styles.excerpt}>
          {parts.before}
          <mark className={styles.at}>{parts.at}</mark>
          {parts.after}
        </code>
      )}
    </span>
  );
}
