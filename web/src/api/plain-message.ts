import type { ErrorEntry } from './api-error';

/** The API words validation errors like pydantic, which its clients expect. Replacements, applied in order. */
const wordings: [RegExp, string][] = [
  [/^Value error, /, ''],
  [/^Field required$/, 'Required'],
  [/^String should have at least 1 characters?$/, 'Required'],
  [/^Input should be a valid UUID$/, 'Not an ID'],
  [/^Input should be a valid integer.*/, 'Must be a whole number'],
  [/^Input should be a valid list$/, 'Must be a list'],
  [/^Input should be a valid dictionary$/, 'Must be a JSON object'],
  [/^Input should be greater than or equal to /, 'Must be at least '],
  [/^Input should be less than or equal to /, 'Must be at most '],
  [/^Input should be /, 'Must be '],
  [/^(?:String|List) should have /, 'Must have '],
  [/ after validation, not \d+$/, ''],
  [/^Extra inputs are not permitted$/, 'Unknown field'],
];

/** The message of an error for people. */
export function toPlainMessage({ msg }: Pick<ErrorEntry, 'msg'>): string {
  const text = wordings.reduce((before, [pattern, wording]) => before.replace(pattern, wording), msg);
  // Names such as created_at stay as they are typed.
  return /^[a-z]+(?![\w.])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
