import type { Finding } from '../api/types';

/** Quotes a text as a filter value. */
export function quoteValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}

/** The key of a tag as a filter names it: quoted if it has other characters than a bare one may have. */
export function quoteKey(key: string): string {
  return /^[\p{L}\p{N}_/-]+$/u.test(key) ? key : quoteValue(key);
}

/** Joins filters by AND; empty ones are left out. They need no parentheses, because OR binds more tightly than AND. */
export function joinFilters(...filters: readonly string[]): string {
  return filters.filter((filter) => filter !== '').join(' AND ');
}

/** The parts of a filter that AND joins, outside quotes and parentheses; joinFilters joins them again. */
export function splitFilter(filter: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of filter.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]| AND /gs)) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (token === ' AND ' && depth === 0) {
      parts.push(filter.slice(start, index));
      start = index + token.length;
    }
  }
  return [...parts, filter.slice(start)];
}

/** Of a longer text a filter has the beginning: a filter has at most 4,096 characters. */
const MAX_FILTER_TEXT = 500;

/** Selects a finding and its equals in the conversation, of those that `filter` selects. */
export function equalFindingsFilter(
  finding: Pick<
    Finding,
    'conversation_id' | 'text' | 'label' | 'tool_name' | 'parameter_name' | 'evaluator_id' | 'review'
  >,
  filter: string,
): string {
  const { text } = finding;
  const beginning = [...text].slice(0, MAX_FILTER_TEXT).join('');
  return joinFilters(
    filter,
    `conversation_id = ${finding.conversation_id}`,
    beginning === text ? `text = ${quoteValue(text)}` : `text:${quoteValue(beginning)}`,
    `label = ${quoteValue(finding.label)}`,
    equals('tool_name', finding.tool_name),
    equals('parameter_name', finding.parameter_name),
    equals('evaluator_id', finding.evaluator_id),
    equals('review', finding.review),
  );
}

function equals(field: string, value: string | null): string {
  return value === null ? `NOT ${field}:*` : `${field} = ${quoteValue(value)}`;
}
