import type { FieldErrors } from './field-errors';

/** The names of the values of a draft that are any text. */
type TextName<Draft> = {
  [Name in keyof Draft]: Draft[Name] extends string ? (string extends Draft[Name] ? Name : never) : never;
}[keyof Draft];

/**
 * Ties text fields to a draft. The result returns the properties of a field by the name of its value and the
 * path of its errors in the request body.
 */
export function bindFields<Draft extends object>(
  draft: Draft,
  change: (changes: Partial<Draft>) => void,
  errors: FieldErrors,
) {
  return (name: TextName<Draft>, path: string) => ({
    value: draft[name] as string,
    error: errors.at(path),
    onChange: (value: string) => change({ [name]: value } as unknown as Partial<Draft>),
  });
}
