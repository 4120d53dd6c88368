export const comparators = ['=', '!=', '<', '<=', '>', '>=', ':'] as const;
export type Comparator = (typeof comparators)[number];

/** A stretch of the filter: UTF-16 indexes, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** `name`, or `name.key` as in `tags.environment`. */
export interface FieldName extends Span {
  name: string;
  key: string | null;
}

/** A value as it was written: a bare word, or what stands between quotation marks with its escapes undone. */
export interface Literal extends Span {
  text: string;
  isQuoted: boolean;
}

/** What a field is compared with: one or more values of which one is enough, or `*`, any value at all. */
export type Operand = { kind: 'any' } | { kind: 'values'; values: Literal[]; isList: boolean };

export interface Comparison extends Span {
  kind: 'comparison';
  field: FieldName;
  comparator: Comparator;
  operand: Operand;
}

/** A parsed filter; parentheses are gone. An empty filter is an `and` of nothing, which is true. */
export type FilterNode =
  | { kind: 'and' | 'or'; operands: FilterNode[] }
  | { kind: 'not'; operand: FilterNode }
  | Comparison;
