import type { Span } from './filter-ast';

/** A problem at one position of a filter. Part of a response: plain words, no internals. */
export interface FilterProblem extends Span {
  /** Such as "role cannot be 'robot'". */
  error: string;
  /** Accepted alternatives; empty when they cannot be listed. */
  expected: string[];
}

const MAX_SHOWN = 20;

/** Text of the caller's as a message may quote it: short, on one line. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 4 * MAX_SHOWN)];
  const excerpt = characters.slice(0, MAX_SHOWN).join('');
  return JSON.stringify(excerpt.length < text.length ? `${excerpt}…` : excerpt);
}

/** `a`, `a or b`, `a, b or c`. */
export function anyOf(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length < 2 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
}
