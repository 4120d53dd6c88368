import type { z } from 'zod';
import { cutText } from '../../text/cut-text';

/** A value of OTLP's AnyValue; bytes are base64 text. */
export type AttributeValue = unknown;
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** One span or log record cannot be taken; the message tells its sender why. */
export class RejectedRecord extends Error {
  override readonly name = 'RejectedRecord';
}

const MAX_DEPTH = 64;
const TOO_DEEP = `an attribute is nested deeper than ${MAX_DEPTH} levels`;

type Fields = Record<string, unknown>;

/** The fields of what should be a message; none when it is absent or something else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The entries of what should be a repeated field. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text of what should be a scalar; empty for anything else, as converting that may throw. */
export function textOf(value: unknown): string {
  return isScalar(value) ? String(value) : '';
}

function isScalar(value: unknown): boolean {
  return value !== undefined && typeof value !== 'object';
}

/** @throws RejectedRecord for values nested deeper than 64 levels */
export function readAttributes(pairs: unknown): Attributes {
  return new Map(listOf(pairs).map((pair) => readPair(pair, 0)));
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
    // `fromEntries` defines own properties, so that `__proto__` is a key like any other.
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

/** The text of an attribute, cut to `maxLength` UTF-16 units without splitting a character; null when there is none. */
export function textAttribute(attributes: Attributes, keys: string[], maxLength = 255): string | null {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === 'string' && value !== '') return cutText(value, maxLength);
  }
  return null;
}

/** The number of an attribute, as far as `schema` takes it; null when there is none. */
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

/** A value that clients write structured or as JSON text. @throws RejectedRecord for one nested too deeply */
export function structuredAttribute(attributes: Attributes, key: string): unknown {
  const value = attributes.get(key);
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  if (isDeep(parsed)) throw new RejectedRecord(TOO_DEEP);
  return parsed;
}

/** The value of JSON text; undefined when it is none, or nested deeper than 64 levels. */
export function parseText(text: string): unknown {
  const parsed = parseJson(text);
  return isDeep(parsed) ? undefined : parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Iterative, unlike what is done with the value later, which depth could exhaust the stack of. */
function isDeep(root: unknown): boolean {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

/**
 * The entries of a list that was flattened into attributes, `<prefix>.<n>.<rest>`, in order of n; each has the
 * attributes `<rest>`.
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
  return [...entries].sort(([first], [second]) => first - second).map(([, entry]) => entry);
}
