import { stem } from '../base/tokens';

const LIST = /["']([\p{L}_ -]{2,40})["']\s?:\s?\[/gu;
const MAX_LISTS = 200;
const MAX_LIST_LENGTH = 20_000;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;

/** How many items the lists of JSON in a text have, by the stems of the words of their names. */
export function countItems(text: string): Map<string, number[]> {
  const counts = new Map<string, number[]>();
  let lists = 0;
  for (const { 0: opening, 1: name = '', index } of text.matchAll(LIST)) {
    lists += 1;
    if (lists > MAX_LISTS) break;
    const count = countFrom(text, index + opening.length);
    if (count === null) continue;
    for (const word of name.toLowerCase().split(/[^\p{L}]+/u)) {
      const key = stem(word);
      counts.set(key, [...(counts.get(key) ?? []), count]);
    }
  }
  return counts;
}

/** Null where the list does not end. */
function countFrom(text: string, start: number): number | null {
  let [count, depth, isEmpty] = [0, 0, true];
  for (let at = start; at < text.length && at - start < MAX_LIST_LENGTH; at += 1) {
    const character = text.charAt(at);
    if (character === ']' && depth === 0) return isEmpty ? 0 : count + 1;
    if (!/\s/.test(character)) isEmpty = false;
    if (character === '"') {
      STRING.lastIndex = at;
      at += Math.max(0, (STRING.exec(text)?.[0].length ?? 1) - 1);
    } else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',' && depth === 0) count += 1;
  }
  return null;
}
