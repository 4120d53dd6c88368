import { useEffect, useState } from 'react';
import { TextField } from './text-field';

export interface DeferredFieldProps {
  label: string;
  value: string | undefined;
  type?: 'text' | 'datetime-local';
  placeholder?: string;
  onApply: (value: string) => void;
}

/** A text field that applies its value on Enter or blur, not on every keystroke. */
export function DeferredField({
  label,
  value = '',
  type = 'text',
  placeholder,
  onApply,
}: DeferredFieldProps) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const apply = () => {
    if (draft.trim() !== value) onApply(draft.trim());
  };
  return (
    <TextField
      label={label}
      type={type}
      value={draft}
      onChange={setDraft}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
}
