import { fieldsOf } from '../values/fields';
import { textOf } from '../values/texts';
import { toDisplayName } from './display-name';
import { spanType } from './protobuf';

type Fields = Record<string, unknown>;

const MAX_SHOWN = 5;

const snakeNames = new Map<string, string>();

function toSnakeName(name: string): string {
  const snakeName = snakeNames.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeNames.set(name, snakeName);
  return snakeName;
}

/** A field of a message of OTLP by its name in JSON, or by its name in protobuf, which some writers of JSON keep. */
export function wireField(message: Fields, name: string): unknown {
  return message[name] ?? message[toSnakeName(name)];
}

/** The first names of fields that have a value and are none of these, to be shown. */
export function unknownFields(message: Fields, names: readonly string[]): string[] {
  const isNamed = (key: string) => names.some((name) => name === key || toSnakeName(name) === key);
  return Object.keys(message)
    .filter((key) => !isNamed(key))
    .slice(0, MAX_SHOWN)
    .map(toDisplayName);
}

/** The attributes of a message as pairs, also where a writer of JSON made an object of them. */
export function attributePairs(message: unknown): unknown[] {
  const { attributes } = fieldsOf(message);
  if (Array.isArray(attributes)) return attributes;
  return Object.entries(fieldsOf(attributes)).map(([key, value]) => ({ key, value }));
}

/** The key and the value of an attribute that is text; null for any other. */
export function textPair(pair: unknown): [key: string, text: string] | null {
  const { key, value } = fieldsOf(pair);
  const text = typeof value === 'string' ? value : wireField(fieldsOf(value), 'stringValue');
  return typeof key === 'string' && typeof text === 'string' ? [key, text] : null;
}

const spanFields = Object.keys(spanType.fields);

/** Finds fields that may be meant as the attributes of a span that has none; null if it has some, or no other fields. */
export function findMisnamedAttributes(span: unknown): string | null {
  const fields = fieldsOf(span);
  const names = (fields.attributes ?? null) === null ? unknownFields(fields, spanFields) : [];
  return names.length === 0 ? null : `a span has no attributes, but ${names.join(', ')}`;
}

/**
 * An integer in the JSON form of protobuf, which may be text, with an exponent or with `.0`; null for anything else.
 * Beyond 20 digits a double, because a bigint of a million digits would block the event loop.
 */
export function toInteger(value: unknown): bigint | number | null {
  const text = textOf(value);
  if (/^-?\d{1,20}$/.test(text)) return BigInt(text);
  const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isInteger(number) ? number : null;
}
