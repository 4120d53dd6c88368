import type { CheckedFilter } from './check-filter';

/** A field that must have one value. */
export interface OneValue {
  field: string;
  /** The key of the tag, for tag fields only. */
  key: string | null;
  value: string;
}

/** The value if a filter consists of bounds of time and, as its only condition, one comparison with one text; else null. */
export function findOneValue([condition, ...more]: readonly CheckedFilter[]): OneValue | null {
  if (condition?.kind !== 'condition' || more.length > 0) return null;
  const { name, key, comparator, values } = condition;
  const [value] = values;
  if ((comparator !== '=' && comparator !== ':') || values === 'any' || values.length !== 1) return null;
  return typeof value === 'string' ? { field: name, key, value } : null;
}
