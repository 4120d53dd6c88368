import type { CheckedFilter, Condition } from './check-filter';
import type { Comparator } from './filter-ast';
import type { FieldKind } from './filter-fields';
import type { FilterTime, FilterValue } from './filter-value';

/** A MongoDB query on documents of the collection `messages` or `findings`. */
export type MessageQuery = Record<string, unknown>;

type Ordering = '<' | '<=' | '>' | '>=';

const orderOperators: Record<Ordering, string> = { '<': '$lt', '<=': '$lte', '>': '$gt', '>=': '$gte' };

const storedTypes: Record<FieldKind, string> = {
  text: 'string',
  set: 'string',
  tags: 'string',
  number: 'number',
  time: 'date',
  content: 'string',
};

/**
 * The query of a checked filter. Paths and operators come from the tables of this folder; the caller's input
 * is only ever a text, a number, a date or an escaped pattern under `$in`, `$eq` or an ordering operator. It is true or false for
 * every document: a comparison with an absent field is false, and `$nor` inverts. NOT is pushed down to the
 * comparisons, which keeps the query below MongoDB's nesting limit.
 */
export function toMessageQuery(node: CheckedFilter, isNegated = false): MessageQuery {
  switch (node.kind) {
    case 'condition': {
      const query = conditionQuery(node);
      return isNegated === (node.comparator === '!=') ? query : { $nor: [query] };
    }
    case 'not':
      return toMessageQuery(node.operand, !isNegated);
    default: {
      const operands = node.operands.map((operand) => toMessageQuery(operand, isNegated));
      return (node.kind === 'and') !== isNegated ? { $and: operands } : { $or: operands };
    }
  }
}

/** The query of a comparison; for `!=` that of its inverse, `=`. */
function conditionQuery({ field, key, comparator, values }: Condition): MessageQuery {
  const { kind, path } = field;
  const test = valueTest(kind, comparator, values);
  return key === null ? { [path]: test } : { [path]: { $elemMatch: { key: { $eq: key }, value: test } } };
}

function valueTest(kind: FieldKind, comparator: Comparator, values: FilterValue[] | 'any'): MessageQuery {
  if (values === 'any') return { $type: storedTypes[kind] };
  const [first] = values;
  if (isOrdering(comparator) && first !== undefined) return orderTest(comparator, first);
  if (kind === 'content' && comparator === ':') {
    // One pattern is tested on the keys of an index, `$in` only on documents.
    return values.length === 1 && first !== undefined
      ? { $regex: searchPattern(first) }
      : { $in: values.map(searchPattern) };
  }
  return { $in: values.flatMap(storedForms) };
}

/** Matches texts that contain the value, in any letter case. No character of it has a meaning. */
function searchPattern(value: FilterValue): RegExp {
  const escaped = String(value).replace(/[\\^$.*+?()[\]{}|/#-]/g, '\\$&');
  // The driver rejects patterns that contain the character itself.
  return new RegExp(escaped.replaceAll('\0', '\\x00'), 'i');
}

/** The stored values that equal the value; none equals a time between two milliseconds. */
function storedForms(value: FilterValue): (string | number | Date)[] {
  if (typeof value !== 'object') return [value];
  return value.isBetween ? [] : [value.at];
}

function orderTest(comparator: Ordering, value: FilterValue): MessageQuery {
  if (typeof value !== 'object') return { [orderOperators[comparator]]: value };
  const bound = wholeMilliseconds(comparator, value);
  return { [orderOperators[bound.comparator]]: bound.at };
}

export function isOrdering(comparator: Comparator): comparator is Ordering {
  return comparator in orderOperators;
}

/** The same bound for whole milliseconds: before 9.5 ms means at most 9 ms, after it means more than 9 ms. */
export function wholeMilliseconds(
  comparator: Ordering,
  { at, isBetween }: FilterTime,
): { comparator: Ordering; at: Date } {
  if (!isBetween) return { comparator, at };
  return { comparator: comparator === '<' || comparator === '<=' ? '<=' : '>', at };
}
