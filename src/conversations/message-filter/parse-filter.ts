import { generate, type Parser, type parser } from 'peggy';
import type { FilterNode } from './filter-ast';
import { filterGrammar, MAX_DEPTH } from './filter-grammar';
import { anyOf, type FilterProblem, quote } from './filter-problem';

export type ParsedFilter = { node: FilterNode; problem: null } | { node: null; problem: FilterProblem };

/** Generated when a filter is first parsed, because most processes that load this file parse none. */
let filterParser: Parser | null = null;

/**
 * Parses a filter whose length was checked. A syntax error is one problem, at the position where parsing
 * stopped.
 */
export function parseFilter(text: string): ParsedFilter {
  filterParser ??= generate(filterGrammar);
  try {
    return { node: filterParser.parse(text, { maxDepth: MAX_DEPTH }) as FilterNode, problem: null };
  } catch (error) {
    if (!(error instanceof filterParser.SyntaxError)) throw error;
    return { node: null, problem: describe(text, error as parser.SyntaxError) };
  }
}

function describe(text: string, { location, message, expected }: parser.SyntaxError): FilterProblem {
  const start = location.start.offset;
  const end = endOfToken(text, start);
  if (expected === null) return { error: message, expected: [], start, end };
  const choices = [...new Set(expected.map(nameOf))].filter((name) => name !== null);
  return {
    error: `expected ${anyOf(choices)}, found ${describeToken(text, start, end)}`,
    expected: choices,
    start,
    end,
  };
}

/**
 * Null for expectations that are not helpful: whitespace, the inside of a text, and the dot before the key of
 * a tag.
 */
function nameOf(expectation: parser.Expectation): string | null {
  if (expectation.type === 'end') return 'the end of the filter';
  const name =
    expectation.type === 'literal'
      ? expectation.text
      : expectation.type === 'other'
        ? expectation.description
        : '';
  return ['', '.', 'white space', 'text'].includes(name) ? null : name;
}

function describeToken(text: string, start: number, end: number): string {
  if (start === text.length) return 'the end of the filter';
  const token = text.slice(start, end);
  const isLowered = /^(and|or|not)$/i.test(token) && token !== token.toUpperCase();
  return isLowered ? `${quote(token)}; ${token.toUpperCase()} is written in upper case` : quote(token);
}

/** A word, an escape, or one other character. */
function endOfToken(text: string, start: number): number {
  const token = /[\p{L}\p{N}_]+|\\?.?/suy;
  token.lastIndex = start;
  return start + (token.exec(text)?.[0].length ?? 0);
}
