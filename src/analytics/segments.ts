import type { CountedMessage } from './counted-message.repository';
import { emptyRollup, getOrCreate, type Rollup } from './rollup';

/** A property of messages by which they are compared. A message may have several values, as it may call several tools. */
export type Dimension =
  | 'model'
  | 'agent'
  | 'tool'
  | 'parameter'
  | 'label'
  | 'prompt_version'
  | `tag:${string}`;

/** The messages with a value of a dimension; null: those with any value that is not counted by itself. */
export interface Segment {
  dimension: Dimension;
  value: string | null;
}

/** The rollup of messages, and those of their segments. */
export interface SegmentedRollup {
  whole: Rollup;
  segments: Map<Dimension, Map<string | null, Rollup>>;
}

type FixedDimension = Exclude<Dimension, `tag:${string}`>;

interface MessageField {
  /** In stored messages. */
  path: string;
  valuesOf: (message: CountedMessage) => (string | null)[];
}

const findingsOf = ({ verdicts }: CountedMessage) => verdicts.flatMap(({ findings }) => findings);

const fields: Record<FixedDimension, MessageField> = {
  model: { path: 'generation.model', valuesOf: ({ generation }) => [generation?.model ?? null] },
  agent: { path: 'agentName', valuesOf: ({ agentName }) => [agentName] },
  tool: { path: 'toolNames', valuesOf: ({ toolNames }) => toolNames },
  parameter: {
    path: 'verdicts.findings.parameterName',
    valuesOf: (message) => findingsOf(message).map(({ parameterName }) => parameterName),
  },
  label: {
    path: 'verdicts.findings.label',
    valuesOf: (message) => findingsOf(message).map(({ label }) => label),
  },
  prompt_version: { path: 'promptVersion', valuesOf: ({ promptVersion }) => [promptVersion] },
};

export const fixedDimensions = Object.keys(fields) as FixedDimension[];

/** The distinct values of a message in a dimension. */
export function valuesOf(message: CountedMessage, dimension: Dimension): Set<string> {
  const key = tagKeyOf(dimension);
  const values =
    key === null
      ? fields[dimension as FixedDimension].valuesOf(message)
      : message.tags.filter((tag) => tag.key === key).map(({ value }) => value);
  return new Set(values.filter((value) => value !== null));
}

/** Matches the stored messages with a value of a dimension. */
export function matchesValue(dimension: Dimension, value: string): Record<string, unknown> {
  const key = tagKeyOf(dimension);
  return key === null
    ? { [fields[dimension as FixedDimension].path]: { $eq: value } }
    : { tags: { $elemMatch: { key: { $eq: key }, value: { $eq: value } } } };
}

/** The key of the tag of a dimension; null for other dimensions. */
export function tagKeyOf(dimension: Dimension): string | null {
  return dimension.startsWith('tag:') ? dimension.slice('tag:'.length) : null;
}

export function emptySegmentedRollup(): SegmentedRollup {
  return { whole: emptyRollup(), segments: new Map() };
}

export function getOrCreateSegment(
  segments: SegmentedRollup['segments'],
  { dimension, value }: Segment,
): Rollup {
  const values = getOrCreate(segments, dimension, () => new Map<string | null, Rollup>());
  return getOrCreate(values, value, emptyRollup);
}
