import { timeSchema } from '../../../packages/formats';
import { uuidSchema } from '../../platform/http/schemas';
import type { Literal } from './filter-ast';
import type { FilterField } from './filter-fields';
import { anyOf, quote } from './filter-problem';

/**
 * A time of the filter. Messages have whole milliseconds: `isBetween` means less than one millisecond after
 * `at`, as with times of clients with microseconds.
 */
export interface FilterTime {
  at: Date;
  isBetween: boolean;
}

export type FilterValue = string | number | FilterTime;

export type ReadValue = { value: FilterValue; error: null } | { error: string; expected: string[] };

/** Parses a value for its field. */
export function readValue(name: string, field: FilterField, literal: Literal): ReadValue {
  switch (field.kind) {
    case 'number':
      return readNumber(name, field, literal);
    case 'time':
      return readTime(name, literal);
    default:
      return readText(name, field, literal);
  }
}

function readNumber(name: string, { hasDecimals }: FilterField, { text, isQuoted }: Literal): ReadValue {
  const value = Number(text);
  if (hasDecimals) {
    if (!isQuoted && /^\d{1,16}(\.\d{1,16})?$/.test(text)) return { value, error: null };
    return wrong(`${name} accepts numbers such as 0.5 or 1, not ${quote(text)}`, ['a number']);
  }
  if (!isQuoted && /^\d+$/.test(text) && Number.isSafeInteger(value)) return { value, error: null };
  return wrong(`${name} accepts whole numbers such as 0 or 12, not ${quote(text)}`, ['a whole number']);
}

function readTime(name: string, { text }: Literal): ReadValue {
  if (timeSchema.safeParse(text).success) {
    const belowMilliseconds = /\.\d{3}(\d+)/.exec(text)?.[1] ?? '';
    return { value: { at: new Date(text), isBetween: /[1-9]/.test(belowMilliseconds) }, error: null };
  }
  const lacksZone = timeSchema.safeParse(`${text}Z`).success;
  return lacksZone
    ? wrong(`the time ${quote(text)} has no zone: end it with Z, or with an offset such as +02:00`, [
        'Z',
        'an offset such as +02:00',
      ])
    : wrong(`${name} accepts times such as 2026-01-31T09:30:00Z, not ${quote(text)}`, ['a time with a zone']);
}

function readText(name: string, { holds }: FilterField, { text }: Literal): ReadValue {
  if (holds === undefined) return { value: text, error: null };
  if (holds !== 'uuid') {
    if (holds.includes(text)) return { value: text, error: null };
    return wrong(`${name} must be ${anyOf(holds)}, not ${quote(text)}`, [...holds]);
  }
  const uuid = uuidSchema.safeParse(text);
  return uuid.success
    ? { value: uuid.data, error: null }
    : wrong(`${name} accepts UUIDs, not ${quote(text)}`, ['a UUID']);
}

function wrong(error: string, expected: string[]): ReadValue {
  return { error, expected };
}
