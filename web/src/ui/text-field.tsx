import { type ReactNode, useId } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  label: string;
  isLabelHidden?: boolean;
  description?: ReactNode;
  /** The error of the value; null without one. */
  error?: string | null;
  placeholder?: string;
  /** Values that the browser suggests, each with a note; any other is accepted. */
  suggestions?: readonly { value: string; label: string }[];
  /** Rows of a multiline field; absent for a single line. */
  rows?: number;
}

/** A text input with label, description and error. */
export function TextField({
  label,
  isLabelHidden = false,
  description,
  error = null,
  placeholder = '',
  suggestions,
  rows,
  ...props
}: TextFieldProps) {
  const listId = useId();
  return (
    <AriaTextField {...props} className={styles.field ?? ''} isInvalid={error !== null}>
      <Label className={isLabelHidden ? styles.hidden : styles.label}>{label}</Label>
      {rows === undefined ? (
        <Input
          className={styles.input ?? ''}
          placeholder={placeholder}
          {...(suggestions !== undefined && { list: listId })}
        />
      ) : (
        <TextArea className={styles.area ?? ''} placeholder={placeholder} rows={rows} />
      )}
      {suggestions !== undefined && (
        <datalist id={listId}>
          {suggestions.map(({ value, label: note }) => (
            <option key={value} value={value} label={note} />
          ))}
        </datalist>
      )}
      {description !== undefined && (
        <Text slot="description" className={styles.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </AriaTextField>
  );
}
