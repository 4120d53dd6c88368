import { cutText } from '../values/cut-text';
import { fieldsOf, listOf, refuseTooLong } from '../values/fields';
import { MAX_DEPTH, parseStructured, TOO_DEEP } from '../values/json-text';
import { tokensIn } from '../values/known-values';
import { RejectedRecord } from '../values/rejected-record';
import { isScalar, textOf } from '../values/texts';

/** A value of OTLP's AnyValue; bytes are base64 text. */
export type AttributeValue = unknown;
export type Attributes = ReadonlyMap<string, AttributeValue>;

const MAX_ATTRIBUTES = 20_000;

/** @throws RejectedRecord for more than 20,000 attributes, and for values nested deeper than 64 levels */
export function readAttributes(pairs: unknown): Attributes {
  const list = listOf(pairs);
  if (list.length > MAX_ATTRIBUTES) throw new RejectedRecord(`more than ${MAX_ATTRIBUTES} attributes`);
  // An empty AnyValue is an absent attribute: exporters write it for undefined.
  return new Map(list.map((pair) => readPair(pair, 0)).filter(([, value]) => value !== null));
}

/** @throws RejectedRecord for values nested deeper than 64 levels */
export function readAnyValue(value: unknown, depth = 0): AttributeValue {
  if (depth > MAX_DEPTH) throw new RejectedRecord(TOO_DEEP);
  const any = fieldsOf(value);
  if (any.stringValue !== undefined) return textOf(any.stringValue);
  if (any.boolValue !== undefined) return Boolean(any.boolValue);
  if (any.intValue !== undefined) return readNumber(any.intValue);
  if (any.doubleValue !== undefined) return readNumber(any.doubleValue);
  if (any.bytesValue !== undefined) return readBytes(any.bytesValue);
  if (any.arrayValue !== undefined) {
    return listOf(fieldsOf(any.arrayValue).values).map((inner) => readAnyValue(inner, depth + 1));
  }
  if (any.kvlistValue !== undefined) {
    // `fromEntries` defines own properties, so that `__proto__` is an ordinary key.
    return Object.fromEntries(
      listOf(fieldsOf(any.kvlistValue).values).map((pair) => readPair(pair, depth + 1)),
    );
  }
  return null;
}

function readPair(pair: unknown, depth: number): [string, AttributeValue] {
  const { key, value } = fieldsOf(pair);
  return [typeof key === 'string' ? key : '', readAnyValue(value, depth)];
}

function readBytes(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : textOf(value);
}

function readNumber(value: unknown): number {
  return isScalar(value) ? Number(value) : Number.NaN;
}

/**
 * The text of an attribute, truncated to `maxLength` UTF-16 units without splitting a character; null if
 * absent.
 */
export function textAttribute(attributes: Attributes, keys: string[], maxLength = 255): string | null {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === 'string' && value !== '') return cutText(value, maxLength);
  }
  return null;
}

/** The first of attributes that is a count of tokens; null if none is. */
export function tokensAttribute(attributes: Attributes, ...keys: string[]): number | null {
  return tokensIn(...keys.map((key) => attributes.get(key)));
}

/**
 * A value that clients send structured or as JSON text.
 * @throws RejectedRecord for one nested too deeply or with too many values
 */
export function structuredAttribute(attributes: Attributes, key: string): unknown {
  const value = attributes.get(key);
  return typeof value === 'string' ? parseStructured(value) : value;
}

/**
 * The entries of a list that was flattened into attributes, `<prefix>.<n>.<rest>`, in order of n; each has the
 * attributes `<rest>`.
 * @throws RejectedRecord as `messageListOf`
 */
export function flattenedList(attributes: Attributes, prefix: string): Attributes[] {
  const entries = new Map<number, Map<string, AttributeValue>>();
  const start = `${prefix}.`;
  for (const [key, value] of attributes) {
    if (!key.startsWith(start)) continue;
    const [, index, rest] = /^(\d{1,6})\.(.+)$/s.exec(key.slice(start.length)) ?? [];
    if (index === undefined || rest === undefined) continue;
    const entry = entries.get(Number(index)) ?? new Map<string, AttributeValue>();
    entries.set(Number(index), entry.set(rest, value));
  }
  refuseTooLong(entries.size);
  return [...entries].sort(([first], [second]) => first - second).map(([, entry]) => entry);
}
