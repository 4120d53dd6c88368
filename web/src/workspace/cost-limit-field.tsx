import { TextField, type TextFieldProps } from '../ui/text-field';

type CostLimitFieldProps = Required<Pick<TextFieldProps, 'value' | 'onChange' | 'error'>>;

/** The US dollars that an experiment or an optimization run may spend; empty: no limit. */
export function CostLimitField(props: CostLimitFieldProps) {
  return <TextField {...props} label="Cost limit (US$)" inputMode="decimal" placeholder="No limit" />;
}
