import type { Comparator, Comparison, FilterNode, Literal, Span } from './filter-ast';
import {
  comparatorsOf,
  experimentFields,
  type FilterField,
  type FilterSubject,
  filterFields,
  filterSubjects,
  shownName,
} from './filter-fields';
import { anyOf, type FilterProblem, quote } from './filter-problem';
import { type FilterValue, readValue } from './filter-value';

/** A comparison with a valid combination of field, comparator and values. */
export interface Condition extends Span {
  kind: 'condition';
  name: string;
  field: FilterField;
  /** The key of the tag, for tag fields only. */
  key: string | null;
  comparator: Comparator;
  /** `any`: the field has any value. Only `:` accepts that or more than one value. */
  values: FilterValue[] | 'any';
}

export type CheckedFilter =
  | { kind: 'and' | 'or'; operands: CheckedFilter[] }
  | { kind: 'not'; operand: CheckedFilter }
  | Condition;

export interface FilterCheck {
  /** With problems, the valid rest: comparisons without the values that could not be read. */
  filter: CheckedFilter;
  problems: FilterProblem[];
  namesExperiments: boolean;
  namesConversations: boolean;
}

/**
 * Resolves the field of every comparison and parses its values. Reports all problems, in the order of the
 * text.
 */
export function checkFilter(root: FilterNode, subject: FilterSubject): FilterCheck {
  const problems: FilterProblem[] = [];
  const names = new Set<string>();

  const checkAll = (nodes: FilterNode[]) => nodes.map(check).filter((node) => node !== null);
  const check = (node: FilterNode): CheckedFilter | null => {
    if (node.kind === 'comparison') {
      names.add(node.field.name);
      return checkComparison(node, subject, problems);
    }
    if (node.kind !== 'not') return { kind: node.kind, operands: checkAll(node.operands) };
    const operand = check(node.operand);
    return operand === null ? null : { kind: 'not', operand };
  };

  const filter = check(root) ?? { kind: 'and', operands: [] };
  return {
    filter,
    problems,
    namesExperiments: experimentFields.some((name) => names.has(name)),
    namesConversations: names.has('conversation_id'),
  };
}

function checkComparison(
  comparison: Comparison,
  subject: FilterSubject,
  problems: FilterProblem[],
): Condition | null {
  const { field: fieldName, comparator, operand, start, end } = comparison;
  const field = findField(comparison, subject, problems);
  if (field === null) return null;
  const { name, key } = fieldName;

  const allowed = comparatorsOf[field.kind];
  if (!allowed.includes(comparator)) {
    const error = `${shownName(name)} cannot be compared with ${comparator}; use ${anyOf(allowed)}`;
    problems.push({ error, expected: [...allowed], start, end });
    return null;
  }
  if (comparator !== ':' && (operand.kind === 'any' || operand.isList)) {
    const what = operand.kind === 'any' ? '* (any value)' : 'several values';
    problems.push({ error: `${what} can only follow ":", not ${comparator}`, expected: [':'], start, end });
    return null;
  }
  const values = operand.kind === 'any' ? 'any' : readValues(name, field, operand.values, problems);
  return { kind: 'condition', name, field, key, comparator, values, start, end };
}

function readValues(
  name: string,
  field: FilterField,
  literals: Literal[],
  problems: FilterProblem[],
): FilterValue[] {
  return literals.flatMap((literal) => {
    const { start, end } = literal;
    const read = readValue(name, field, literal);
    if (read.error === null) return [read.value];
    problems.push({ error: read.error, expected: read.expected, start, end });
    return [];
  });
}

function findField(
  { field: { name, key, start, end } }: Comparison,
  subject: FilterSubject,
  problems: FilterProblem[],
): FilterField | null {
  const field = filterFields[subject].get(name);
  const report = (error: string, expected: string[]) => {
    problems.push({ error, expected, start, end });
    return null;
  };
  if (field === undefined) {
    const names = [...filterFields[subject].keys()].map(shownName);
    const other = filterSubjects.find((one) => filterFields[one].has(name));
    if (other !== undefined)
      return report(`${shownName(name)} is accepted in filters of ${other} only`, names);
    return report(`unknown field ${quote(name)}; accepted: ${names.join(', ')}`, names);
  }
  if (field.kind === 'tags' && key === null) return report(`name a tag: ${name}.<key>`, [`${name}.<key>`]);
  if (field.kind !== 'tags' && key !== null) {
    return report(`${name} accepts no key; only tags do. Write ${name}`, [name]);
  }
  return field;
}
