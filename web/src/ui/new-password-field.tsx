import { TextField, type TextFieldProps } from './text-field';

type NewPasswordFieldProps = Required<Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error'>>;

/** A password that is about to be set; password managers offer to generate it. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <TextField {...props} type="password" autoComplete="new-password" description="At least 12 characters." />
  );
}
