import { compileMessageFilter } from '../conversations/message-filter/message-filter';
import type { OneValue } from '../conversations/message-filter/one-value';
import type { Interval } from './interval';
import { type Dimension, matchesValue, type Segment, tagKeyOf } from './segments';

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

export type ValuedSegment = Segment & { value: string };

const filterFields = {
  model: 'model',
  agent_name: 'agent',
  tool_name: 'tool',
  parameter_name: 'parameter',
  label: 'label',
  prompt_version: 'prompt_version',
} as const satisfies Record<string, Dimension>;

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
  const field =
    key === null
      ? Object.entries(filterFields).find(([, one]) => one === dimension)?.[0]
      : `tags.${quoteValue(key)}`;
  return `${field} = ${quoteValue(value)}`;
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

/** The messages of a segment in MongoDB, without replies of experiments. */
export function selectSegment({ dimension, value }: ValuedSegment): Record<string, unknown> {
  return { experimentId: null, ...matchesValue(dimension, value) };
}

function toSegment({ field, key, value }: OneValue): ValuedSegment | null {
  if (field === 'tags') return { dimension: `tag:${key ?? ''}`, value };
  const dimension = new Map<string, Dimension>(Object.entries(filterFields)).get(field);
  return dimension === undefined ? null : { dimension, value };
}
