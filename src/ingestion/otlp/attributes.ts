import type { z } from 'zod';
import { cutText } from '../../../packages/detector';
import { MAX_MESSAGES } from '../../conversations/transcript/conversation';
import { hasMoreValues } from '../../platform/http/storable-json';

/** A value of OTLP's AnyValue; bytes are base64 text. */
export type AttributeValue = unknown;
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** A span or log record that cannot be accepted; the message is for its sender. */
export class RejectedRecord extends Error {
  override readonly name = 'RejectedRecord';
}

const MAX_DEPTH = 64;
const TOO_DEEP = `an attribute is nested deeper than ${MAX_DEPTH} levels`;
// Reading the longest messages and lists of attributes within these limits takes less than 250 ms.
const MAX_TEXT_VALUES = 75_000;
const MAX_ATTRIBUTES = 20_000;
const TOO_MANY_VALUES = `an attribute holds more than ${MAX_TEXT_VALUES} values`;

type Fields = Record<string, unknown>;

/** The fields of an expected message; none when it is absent or something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The entries of an expected repeated field. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The entries of an expected list of messages, calls or tools.
 * @throws RejectedRecord for more than a conversation may have, because reading 100,000 blocks the event loop
 */
export function messageListOf(value: unknown): unknown[] {
  const list = listOf(value);
  refuseTooLong(list.length);
  return list;
}

/** @throws RejectedRecord for more messages than a conversation may have */
export function refuseTooLong(length: number): void {
  if (length > MAX_MESSAGES) throw new RejectedRecord(`more than ${MAX_MESSAGES} messages, calls or tools`);
}

/** The text of an expected scalar; empty for anything else, because converting that may throw. */
export function textOf(value: unknown): string {
  return isScalar(value) ? String(value) : '';
}

function isScalar(value: unknown): boolean {
  return value !== undefined && typeof value !== 'object';
}

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

/** The number of an attribute, if `schema` accepts it; null if absent. */
export function numberAttribute(
  attributes: Attributes,
  keys: string[],
  schema: z.ZodType<number>,
): number | null {
  for (const key of keys) {
    const { data } = schema.safeParse(attributes.get(key));
    if (data !== undefined) return data;
  }
  return null;
}

/**
 * A value that clients send structured or as JSON text.
 * @throws RejectedRecord for one nested too deeply or with too many values
 */
export function structuredAttribute(attributes: Attributes, key: string): unknown {
  const value = attributes.get(key);
  if (typeof value !== 'string') return value;
  if (hasMoreValues(value, MAX_TEXT_VALUES)) throw new RejectedRecord(TOO_MANY_VALUES);
  const parsed = parseJson(value);
  if (isDeep(parsed)) throw new RejectedRecord(TOO_DEEP);
  return parsed;
}

/**
 * The value of JSON text; undefined when it is invalid, nested deeper than 64 levels or has too many values.
 */
export function parseText(text: string): unknown {
  if (hasMoreValues(text, MAX_TEXT_VALUES)) return undefined;
  const parsed = parseJson(text);
  return isDeep(parsed) ? undefined : parsed;
}

/** The value of JSON text; any other value or text unchanged. */
export function parseValue(value: unknown): unknown {
  return typeof value === 'string' ? (parseText(value) ?? value) : value;
}

// Most texts are not JSON, and an exception for each would cost more than everything else that is read of a span.
const JSON_BEGINNING = /^\s*(?:[{["\-\d]|true|false|null)/;

function parseJson(text: string): unknown {
  if (!JSON_BEGINNING.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Iterative, because later processing is recursive and depth could exhaust its stack. */
function isDeep(root: unknown): boolean {
  const pending = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) pending.push({ value: inner, depth: depth + 1 });
  }
  return false;
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
