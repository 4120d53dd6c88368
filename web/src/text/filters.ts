import type { Finding } from '../api/types';

/** Quotes a text as a filter value. */
export function quoteValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}

/** Joins filters by AND; empty ones are left out. They need no parentheses, because OR binds more tightly than AND. */
export function joinFilters(...filters: readonly string[]): string {
  return filters.filter((filter) => filter !== '').join(' AND ');
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
