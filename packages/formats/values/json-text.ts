import { hasMoreValues } from '../../concurrency';
import { parseJson, replaceNaN } from '../../text';
import { addNotice } from './collect-notices';
import { closeCutJson } from './cut-json';
import { RejectedRecord } from './rejected-record';

export const MAX_DEPTH = 64;
export const TOO_DEEP = `an attribute is nested deeper than ${MAX_DEPTH} levels`;
// Reading the longest messages and lists of attributes within this limit takes less than 250 ms.
const MAX_TEXT_VALUES = 75_000;
const TOO_MANY_VALUES = `an attribute holds more than ${MAX_TEXT_VALUES} values`;

/**
 * The value of JSON text that a client had to send; undefined when it is invalid. Of messages that were cut, the complete
 * ones.
 * @throws RejectedRecord for one nested too deeply or with too many values
 */
export function parseStructured(text: string): unknown {
  if (hasMoreValues(text, MAX_TEXT_VALUES)) throw new RejectedRecord(TOO_MANY_VALUES);
  const parsed = parseOrNothing(text) ?? parseDamaged(text);
  refuseDeep(parsed);
  return parsed;
}

/** @throws RejectedRecord */
export function refuseDeep(value: unknown): void {
  if (isDeep(value)) throw new RejectedRecord(TOO_DEEP);
}

/**
 * The value of JSON text; undefined when it is invalid, nested deeper than 64 levels or has too many values.
 */
export function parseText(text: string): unknown {
  if (hasMoreValues(text, MAX_TEXT_VALUES)) return undefined;
  const parsed = parseOrNothing(text);
  return isDeep(parsed) ? undefined : parsed;
}

/** The value of JSON text, also of damaged messages; any other value or text unchanged. */
export function parseValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseText(value);
  if (parsed !== undefined || !LIKE_MESSAGES.test(value) || hasMoreValues(value, MAX_TEXT_VALUES)) {
    return parsed ?? value;
  }
  const damaged = parseDamaged(value);
  return damaged === undefined || isDeep(damaged) ? value : damaged;
}

// Most texts are not JSON, and an exception for each would cost more than everything else that is read of a span.
const JSON_BEGINNING = /^\s*(?:[{["\-\d]|true|false|null)/;

function parseOrNothing(text: string): unknown {
  return JSON_BEGINNING.test(text) ? parseQuietly(text) : undefined;
}

function parseQuietly(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Messages, or a request or response with them, as JSON or as Python's `repr` writes them. */
const LIKE_MESSAGES = /^\s*[[{][\s\S]{0,200}?["'](?:role|messages|parts|type)["']\s*:/;

/** The value of JSON text in which NaN is null; undefined if it has none or is invalid otherwise. */
export function parseWithNaN(text: string): unknown {
  const { text: json, replaced } = replaceNaN(text);
  const parsed = replaced === 0 ? undefined : parseQuietly(json);
  if (parsed !== undefined) addNotice('nulled_numbers', replaced);
  return parsed;
}

function parseDamaged(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const parsed = parseWithNaN(text);
  if (parsed !== undefined || !LIKE_MESSAGES.test(text)) return parsed;
  const closed = closeCutJson(text);
  const beginning = closed === null ? undefined : (parseQuietly(closed) ?? parseWithNaN(closed));
  addNotice(beginning === undefined ? 'unreadable_messages' : 'cut_messages');
  return beginning;
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
