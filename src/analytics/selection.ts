import { compileMessageFilter } from '../conversations/message-filter/message-filter';
import type { OneValue } from '../conversations/message-filter/one-value';
import type { Interval } from './interval';
import { dimensionOf, filterFieldOf, type Segment, tagKeyOf, type ValuedSegment } from './segments';

/** The messages that a filter selects. */
export interface Selection {
  /** In MongoDB, bounds included. */
  query: Record<string, unknown>;
  window: Interval;
  /** The filter consists of its bounds only. */
  isTimeOnly: boolean;
  /** The segment if the filter consists of its bounds and one value of a dimension. */
  segment: ValuedSegment | null;
}

/** @throws ValidationError */
export function selectMessages(filter: string): Selection {
  const { query, from, to, isTimeOnly, oneValue } = compileMessageFilter(filter, { bounds: 'required' });
  // Times are stored in whole milliseconds.
  const window: Interval = {
    start: from.at.getTime() + (from.inclusive ? 0 : 1),
    end: to.at.getTime() + (to.inclusive ? 1 : 0),
  };
  return { query, window, isTimeOnly, segment: oneValue && toSegment(oneValue) };
}

/** The message filter of a segment. */
export function toFilter({ dimension, value }: ValuedSegment): string {
  const key = tagKeyOf(dimension);
  const field = key === null ? filterFieldOf(dimension) : `tags.${quoteValue(key)}`;
  return `${field} = ${quoteValue(value)}`;
}

/** The filter with the segment as another condition; null for the rest of a dimension. */
export function narrow(filter: string, { dimension, value }: Segment): string | null {
  return value === null ? null : `${filter} AND ${toFilter({ dimension, value })}`;
}

function quoteValue(value: string): string {
  const escapes = new Map([
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\t', '\\t'],
    ['\0', '\\u0000'],
  ]);
  return `"${value.replace(/["\\\n\r\t\0]/g, (character) => escapes.get(character) ?? `\\${character}`)}"`;
}

function toSegment({ field, key, value }: OneValue): ValuedSegment | null {
  if (field === 'tags') return { dimension: `tag:${key ?? ''}`, value };
  const dimension = dimensionOf(field);
  return dimension === undefined ? null : { dimension, value };
}
