import type { ReactNode } from 'react';
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
  rows,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} className={styles.field ?? ''} isInvalid={error !== null}>
      <Label className={isLabelHidden ? styles.hidden : styles.label}>{label}</Label>
      {rows === undefined ? (
        <Input className={styles.input ?? ''} placeholder={placeholder} />
      ) : (
        <TextArea className={styles.area ?? ''} placeholder={placeholder} rows={rows} />
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
