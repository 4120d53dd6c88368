import { type ReactNode, useEffect, useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Form } from 'react-aria-components/Form';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { type FilterError, splitAtError } from '../text/filter-errors';
import { Button } from './button';
import field from './field.module.css';
import styles from './filter-box.module.css';

export interface FilterBoxProps {
  label: string;
  value: string;
  /** Errors of `value`. */
  errors: readonly FilterError[];
  placeholder?: string;
  /** Help on the syntax. */
  help?: ReactNode;
  onApply: (filter: string) => void;
}

/** A filter expression, applied with Enter. Errors are shown below it with their position. */
export function FilterBox({ label, value, errors, placeholder, help, onApply }: FilterBoxProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const isInvalid = errors.length > 0 && draft === value;
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
        isInvalid={isInvalid}
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
          {isInvalid &&
            errors.map((problem) => (
              <Problem key={`${problem.position} ${problem.msg}`} filter={value} problem={problem} />
            ))}
        </FieldError>
      </TextField>
    </Form>
  );
}

function Problem({ filter, problem: { msg, position, length } }: { filter: string; problem: FilterError }) {
  const parts = position === null ? null : splitAtError(filter, position, length);
  return (
    <span className={styles.problem}>
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
