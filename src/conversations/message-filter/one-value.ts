import type { CheckedFilter } from './check-filter';
import { conjuncts } from './time-bounds';

/** A field that must have one value. */
export interface OneValue {
  field: string;
  /** The key of the tag, for tag fields only. */
  key: string | null;
  value: string;
}

/** The value if a filter consists of bounds of time and one comparison with one text; null for other filters. */
export function findOneValue(filter: CheckedFilter, boundCount: number): OneValue | null {
  const all = conjuncts(filter);
  const others = all.filter((node) => node.kind !== 'condition' || node.name !== 'created_at');
  const [condition] = others;
  if (others.length !== 1 || all.length !== boundCount + 1 || condition?.kind !== 'condition') return null;
  const { name, key, comparator, values } = condition;
  const [value] = values;
  if ((comparator !== '=' && comparator !== ':') || values === 'any' || values.length !== 1) return null;
  return typeof value === 'string' ? { field: name, key, value } : null;
}
