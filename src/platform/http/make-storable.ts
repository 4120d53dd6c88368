import { replaceUnstorable } from '../../../packages/text';
import type { Problem } from '../errors/app-error';
import { findUnstorable } from './storable-json';

/** What was changed in a value, and what still prevents it from being stored. */
export interface Storable {
  problems: Problem[];
  replacedCharacters: number;
}

/**
 * Replaces NUL and lone surrogates in the texts and keys of a parsed value, in place, by U+FFFD. A key that would equal
 * another one ends with a number. Nearly all values have none, so they are searched only if something is wrong.
 */
export function makeStorable(root: unknown): Storable {
  const problems = findUnstorable(root);
  const replacedCharacters = problems.length === 0 ? 0 : replaceCharacters(root);
  return { problems: replacedCharacters === 0 ? problems : findUnstorable(root), replacedCharacters };
}

/** Iterative, so that depth cannot exhaust the stack. */
function replaceCharacters(root: unknown): number {
  let count = 0;
  // Never repeated: with thousands of equal names, each would try all numbers of those before it.
  let suffix = 1;
  const replace = (text: string) => {
    const { text: storable, replaced } = replaceUnstorable(text);
    count += replaced;
    return storable;
  };
  const pending: unknown[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const container = next as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const value = container[key];
      const wished = replace(key);
      let name = wished;
      while (name !== key && Object.hasOwn(container, name)) {
        suffix += 1;
        name = `${wished}${suffix}`;
      }
      const storable = typeof value === 'string' ? replace(value) : value;
      if (name !== key) delete container[key];
      if (name !== key || storable !== value) container[name] = storable;
      if (typeof value === 'object') pending.push(value);
    }
  }
  return count;
}
