import { hasMoreValues } from '../../concurrency';
import { RejectedRecord } from './rejected-record';

export const MAX_DEPTH = 64;
export const TOO_DEEP = `an attribute is nested deeper than ${MAX_DEPTH} levels`;
// Reading the longest messages and lists of attributes within this limit takes less than 250 ms.
const MAX_TEXT_VALUES = 75_000;
const TOO_MANY_VALUES = `an attribute holds more than ${MAX_TEXT_VALUES} values`;

/**
 * The value of JSON text that a client had to send; undefined when it is invalid.
 * @throws RejectedRecord for one nested too deeply or with too many values
 */
export function parseStructured(text: string): unknown {
  if (hasMoreValues(text, MAX_TEXT_VALUES)) throw new RejectedRecord(TOO_MANY_VALUES);
  const parsed = parseJson(text);
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
