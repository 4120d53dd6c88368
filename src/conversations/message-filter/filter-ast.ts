export const comparators = ['=', '!=', '<', '<=', '>', '>=', ':'] as const;
export type Comparator = (typeof comparators)[number];

/** A range of the filter: UTF-16 indexes, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** `name`, or `name.key` as in `tags.environment`. */
export interface FieldName extends Span {
  name: string;
  key: string | null;
}

/** A value as written: a bare word, or a quoted text with its escapes resolved. */
export interface Literal extends Span {
  text: string;
  isQuoted: boolean;
}

/** What a field is compared with: values, one of which must match, or `*`, any value. */
export type Operand = { kind: 'any' } | { kind: 'values'; values: Literal[]; isList: boolean };

export interface Comparison extends Span {
  kind: 'comparison';
  field: FieldName;
  comparator: Comparator;
  operand: Operand;
}

/** A parsed filter without parentheses. An empty filter is an `and` without operands, which is true. */
export type FilterNode =
  | { kind: 'and' | 'or'; operands: FilterNode[] }
  | { kind: 'not'; operand: FilterNode }
  | Comparison;
