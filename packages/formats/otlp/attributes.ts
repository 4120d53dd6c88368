import { cutText, ExactNumber, toExactNumber } from '../../text';
import { fieldsOf, listOf, refuseTooLong } from '../values/fields';
import { MAX_DEPTH, parseStructured, refuseDeep, TOO_DEEP } from '../values/json-text';
import { tokensIn } from '../values/known-values';
import { RejectedRecord } from '../values/rejected-record';
import { textOf } from '../values/texts';
import { toDisplayName } from './display-name';
import { valueTypes } from './type-errors';
import { attributePairs, toInteger, wireField } from './wire-fields';

/** A value of OTLP's AnyValue; bytes are base64 text. */
export type AttributeValue = unknown;
export type Attributes = ReadonlyMap<string, AttributeValue>;

const MAX_ATTRIBUTES = 20_000;

/**
 * The attributes of a span, an event or a record.
 * @throws RejectedRecord for more than 20,000 attributes, and as `readAnyValue`
 */
export function readAttributes(message: unknown): Attributes {
  const list = attributePairs(message);
  if (list.length > MAX_ATTRIBUTES) throw new RejectedRecord(`more than ${MAX_ATTRIBUTES} attributes`);
  // An empty AnyValue is an absent attribute: exporters write it for undefined.
  return new Map(list.map((pair) => readPair(pair, 0)).filter(([, value]) => value !== null));
}

/**
 * The value of an attribute or field of this name.
 * @throws RejectedRecord for values that are not of their type, or nested deeper than 64 levels
 */
export function readAnyValue(value: unknown, name: string, depth = 0): AttributeValue {
  if (depth > MAX_DEPTH) throw new RejectedRecord(TOO_DEEP);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value ?? null;
  const [type, content] = findTypedValue(fieldsOf(value), name);
  switch (type) {
    case 'stringValue':
    case 'boolValue':
      return content;
    case 'intValue':
      return toExactNumber(String(toInteger(content)));
    case 'doubleValue':
      return Number(content);
    case 'bytesValue':
      return readBytes(content);
    case 'arrayValue':
      return listOf(fieldsOf(content).values).map((inner) => readAnyValue(inner, name, depth + 1));
    case 'kvlistValue':
      // `fromEntries` defines own properties, so that `__proto__` is an ordinary key.
      return Object.fromEntries(listOf(fieldsOf(content).values).map((pair) => readPair(pair, depth + 1)));
    default:
      return readPlain(value);
  }
}

/** @throws RejectedRecord for content that is not of its type */
function findTypedValue(any: Record<string, unknown>, name: string) {
  for (const [type, findError] of valueTypes) {
    const content = wireField(any, type) ?? null;
    if (content === null) continue;
    const error = findError(content);
    if (error !== null) throw new RejectedRecord(`${toDisplayName(name)}: AnyValue.${type}${error}`);
    return [type, content] as const;
  }
  return [null, null] as const;
}

/** A value that is no AnyValue, as JSON has it. An empty object, or one with a later field of AnyValue, is absent. */
function readPlain(value: object): AttributeValue {
  if (!Array.isArray(value) && Object.keys(value).every((name) => /^string_?value_?/i.test(name)))
    return null;
  refuseDeep(value);
  return value;
}

function readPair(pair: unknown, depth: number): [string, AttributeValue] {
  const { key, value } = fieldsOf(pair);
  const name = textOf(key);
  return [name, readAnyValue(value, name, depth)];
}

function readBytes(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : textOf(value);
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
