import { fieldsOf, listOf } from '../values/fields';

const MICROS_PER_MS = 1000;
const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;

/** Microseconds since 1970 of an ISO time, in UTC unless it says otherwise, or of milliseconds; else null. */
export function microsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.round(value * MICROS_PER_MS) : null;
  const [, day, time, fraction = '', zone = 'Z'] = (typeof value === 'string' && ISO_TIME.exec(value)) || [];
  const ms = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(ms) ? null : ms * MICROS_PER_MS + Number(fraction.padEnd(6, '0').slice(0, 6));
}

/** Attributes with objects as values, which data frames have parsed. */
const isWhole = /(^metadata|tool\.json_schema)$/;

/** Attributes of nested objects and lists as OpenTelemetry has them: `llm.input_messages.0.message.role`. */
export function flattenAttributes(nested: unknown): Map<string, unknown> {
  const attributes = new Map<string, unknown>();
  const visit = (key: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    const isList =
      Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
    if (typeof value !== 'object' || (Array.isArray(value) && !isList) || isWhole.test(key)) {
      attributes.set(key, value);
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(`${key}.${name}`, inner);
  };
  for (const [name, value] of Object.entries(fieldsOf(nested))) visit(name, value);
  return attributes;
}

/** Tags that are only names. */
export function namedTags(names: unknown): [string, unknown][] {
  return listOf(names).flatMap((name): [string, unknown][] =>
    typeof name === 'string' ? [[name, 'true']] : [],
  );
}
