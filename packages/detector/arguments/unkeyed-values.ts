import { endOfString } from '../../text';
import type { JsonLeaf } from '../base/json-leaves';

const NUMBER = /(?<![\w.])[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?(?![\w.])/gi;
const KEY = /[\p{L}\p{N}_.-]{1,64}(?=["']?\s{0,4}[:=]\s{0,4}$)/u;
const KEY_AFTER = /^\s{0,4}[:=]/;
const MAX_LOOK_BACK = 80;
const MAX_LEAVES = 5000;

/**
 * Values of an argument text that is not JSON, such as one cut short or written as `city='Paris'`: quoted strings
 * and numbers, the first 5,000, under the name before them if there is one. A text without any is one value as a whole.
 */
export function scanUnkeyedValues(text: string): JsonLeaf[] {
  const leaves: JsonLeaf[] = [];
  let from = 0;
  for (
    let at = findNextQuote(text, 0);
    at !== -1 && leaves.length < MAX_LEAVES;
    at = findNextQuote(text, from)
  ) {
    addNumbers(text, from, at, leaves);
    const after = endOfString(text, at);
    const end = after === -1 ? text.length : after - 1;
    if (!KEY_AFTER.test(text.slice(end + 1, end + 6))) {
      leaves.push(createLeaf(text, at + 1, end, parseEscapes(text.slice(at + 1, end))));
    }
    from = end + 1;
  }
  addNumbers(text, from, text.length, leaves);
  if (leaves.length > 0 || !/[\p{L}\p{N}]/u.test(text)) return leaves;
  const start = text.search(/\S/);
  return [{ path: [], value: text.trim(), start, end: start + text.trim().length }];
}

/** A quotation mark that opens a value; an apostrophe inside of a word does not. */
function findNextQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"' || (letter === "'" && !/\p{L}/u.test(text.charAt(at - 1)))) return at;
  }
  return -1;
}

function addNumbers(text: string, from: number, to: number, leaves: JsonLeaf[]): void {
  for (const match of text.slice(from, to).matchAll(NUMBER)) {
    if (leaves.length >= MAX_LEAVES) return;
    const start = from + match.index;
    leaves.push(createLeaf(text, start, start + match[0].length, Number(match[0])));
  }
}

function createLeaf(text: string, start: number, end: number, value: string | number): JsonLeaf {
  const before = text.slice(Math.max(0, start - MAX_LOOK_BACK), start).replace(/["']$/, '');
  const key = KEY.exec(before)?.[0];
  return { path: key === undefined ? [] : [key], value, start, end };
}

function parseEscapes(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
