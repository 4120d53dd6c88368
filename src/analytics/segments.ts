import { mapInSlices } from '../../packages/concurrency';
import type { CountedMessage } from './counted-message.repository';
import type { Interval } from './interval';
import { merge } from './merge';
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

export type ValuedSegment = Segment & { value: string };

/** The segments that a query reads: those of some dimensions, or the one with a value of the only dimension. */
export interface SegmentChoice {
  dimensions: readonly Dimension[];
  value: string | null;
}

export const noSegments: SegmentChoice = { dimensions: [], value: null };

/** The rollup of messages, and those of their segments. */
export interface SegmentedRollup {
  whole: Rollup;
  segments: Map<Dimension, Map<string | null, Rollup>>;
}

type FixedDimension = Exclude<Dimension, `tag:${string}`>;

interface MessageField {
  /** In stored messages. */
  path: string;
  /** In message filters. */
  filterField: string;
  valuesOf: (message: CountedMessage) => (string | null)[];
}

const findingsOf = ({ verdicts }: CountedMessage) => verdicts.flatMap(({ findings }) => findings);

const fields: Record<FixedDimension, MessageField> = {
  model: {
    path: 'generation.model',
    filterField: 'model',
    valuesOf: ({ generation }) => [generation?.model ?? null],
  },
  agent: { path: 'agentName', filterField: 'agent_name', valuesOf: ({ agentName }) => [agentName] },
  tool: {
    path: 'toolNames',
    filterField: 'tool_name',
    valuesOf: ({ toolCalls, toolResults }) => [...toolCalls, ...toolResults].map(({ toolName }) => toolName),
  },
  parameter: {
    path: 'verdicts.findings.parameterName',
    filterField: 'parameter_name',
    valuesOf: (message) => findingsOf(message).map(({ parameterName }) => parameterName),
  },
  label: {
    path: 'verdicts.findings.label',
    filterField: 'label',
    valuesOf: (message) => findingsOf(message).map(({ label }) => label),
  },
  prompt_version: {
    path: 'promptVersion',
    filterField: 'prompt_version',
    valuesOf: ({ promptVersion }) => [promptVersion],
  },
};

export const dimensionNames = Object.keys(fields) as FixedDimension[];

const dimensionsByFilterField = new Map<string, FixedDimension>(
  dimensionNames.map((dimension) => [fields[dimension].filterField, dimension]),
);

/** The dimensions of a workspace that has chosen some tags. */
export function dimensionsWith(tagKeys: readonly string[]): Dimension[] {
  return [...dimensionNames, ...tagKeys.map((key): Dimension => `tag:${key}`)];
}

/** The field of message filters with the values of a dimension that is not a tag. */
export function filterFieldOf(dimension: Dimension): string {
  return fields[dimension as FixedDimension].filterField;
}

/** The dimension with the values of a field of message filters that is not a tag. */
export function dimensionOf(filterField: string): Dimension | undefined {
  return dimensionsByFilterField.get(filterField);
}

export function isDimension(text: string): text is Dimension {
  return Object.hasOwn(fields, text) || /^tag:./su.test(text);
}

/** The distinct values of a message in a dimension. */
export function valuesOf(message: CountedMessage, dimension: Dimension): Set<string> {
  const key = tagKeyOf(dimension);
  const values =
    key === null
      ? fields[dimension as FixedDimension].valuesOf(message)
      : message.tags.filter((tag) => tag.key === key).map(({ value }) => value);
  return new Set(values.filter((value) => typeof value === 'string'));
}

/** Matches the stored messages with a value of a dimension. */
export function matchesValue({ dimension, value }: ValuedSegment): Record<string, unknown> {
  const key = tagKeyOf(dimension);
  return key === null
    ? { [fields[dimension as FixedDimension].path]: { $eq: value } }
    : { tags: { $elemMatch: { key: { $eq: key }, value: { $eq: value } } } };
}

/** The key of the tag of a dimension; null for other dimensions. */
export function tagKeyOf(dimension: Dimension): string | null {
  return dimension.startsWith('tag:') ? dimension.slice('tag:'.length) : null;
}

/** The keys of the tags among dimensions. */
export function tagKeysIn(dimensions: readonly Dimension[]): string[] {
  return dimensions.flatMap((dimension) => tagKeyOf(dimension) ?? []);
}

export function emptySegmentedRollup(): SegmentedRollup {
  return { whole: emptyRollup(), segments: new Map() };
}

/** All rollups, that of the whole last. */
export function allRollups({ whole, segments }: SegmentedRollup): Rollup[] {
  return [...[...segments.values()].flatMap((values) => [...values.values()]), whole];
}

/** As `merge`, of the whole and of each segment. */
export async function mergeSegmented(
  rollups: readonly SegmentedRollup[],
  interval: Interval,
): Promise<SegmentedRollup> {
  const parts = new Map<Dimension, Map<string | null, Rollup[]>>();
  for (const { segments } of rollups) {
    for (const [dimension, values] of segments) {
      const ofDimension = getOrCreate(parts, dimension, () => new Map<string | null, Rollup[]>());
      for (const [value, rollup] of values)
        getOrCreate(ofDimension, value, () => [] as Rollup[]).push(rollup);
    }
  }
  const merged = emptySegmentedRollup();
  merged.whole = merge(
    rollups.map(({ whole }) => whole),
    interval,
  );
  for (const [dimension, values] of parts) {
    const entries = await mapInSlices(values, ([value, ofValue]): [string | null, Rollup] => [
      value,
      merge(ofValue, interval),
    ]);
    merged.segments.set(dimension, new Map(entries));
  }
  return merged;
}

export function getOrCreateSegment(
  segments: SegmentedRollup['segments'],
  { dimension, value }: Segment,
): Rollup {
  const values = getOrCreate(segments, dimension, () => new Map<string | null, Rollup>());
  return getOrCreate(values, value, emptyRollup);
}
