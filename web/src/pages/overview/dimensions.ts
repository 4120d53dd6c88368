import { joinFilters, quoteKey, quoteValue, splitFilter } from '../../text/filters';
import { capitalize, humanize } from '../../text/wording';

/** What messages of any workspace are broken down by, in the order of the page. */
const fixedDimensions = ['prompt_version', 'model', 'agent', 'tool', 'parameter', 'label'] as const;
type FixedDimension = (typeof fixedDimensions)[number];
export type Dimension = FixedDimension | `tag:${string}`;

const fixedNames: Record<FixedDimension, { one: string; many: string }> = {
  prompt_version: { one: 'prompt', many: 'prompts' },
  model: { one: 'model', many: 'models' },
  agent: { one: 'agent', many: 'agents' },
  tool: { one: 'tool', many: 'tools' },
  parameter: { one: 'parameter', many: 'parameters' },
  label: { one: 'label', many: 'labels' },
};

/** The dimensions of a workspace that has chosen some tags. */
export function dimensionsWith(tagKeys: readonly string[]): Dimension[] {
  return [...fixedDimensions, ...tagKeys.map((key): Dimension => `tag:${key}`)];
}

export function isDimension(text: string): text is Dimension {
  return Object.hasOwn(fixedNames, text) || tagKeyOf(text) !== null;
}

/** The key of the tag of a dimension; null for other dimensions. */
export function tagKeyOf(dimension: string): string | null {
  return /^tag:(.+)$/s.exec(dimension)?.[1] ?? null;
}

/** The names of one value of a dimension, of several, and of the dimension in headings. */
export function nameDimension(dimension: Dimension): { one: string; many: string; title: string } {
  const key = tagKeyOf(dimension);
  if (key !== null) return { one: `tag ${key}`, many: 'values', title: `Tag ${key}` };
  const names = fixedNames[dimension as FixedDimension];
  return { ...names, title: capitalize(names.many) };
}

/** The dimensions whose values have pages. */
const segmentDimensions = ['prompt_version', 'model', 'agent'] as const;
export type SegmentDimension = (typeof segmentDimensions)[number];

const pagePaths: Record<SegmentDimension, string> = {
  prompt_version: 'prompts',
  model: 'models',
  agent: 'agents',
};

/** The path of the page of a value; null without a page. */
export function segmentPath(dimension: string, value: string): string | null {
  const path = segmentDimensions.find((one) => one === dimension);
  return path === undefined ? null : `${pagePaths[path]}/${encodeURIComponent(value)}`;
}

/** The filter that selects the messages of a value. */
export function conditionOf(dimension: string, value: string): string {
  const key = tagKeyOf(dimension);
  if (key !== null) return `tags.${quoteKey(key)} = ${quoteValue(value)}`;
  const fields: Record<string, string> = {
    agent: 'agent_name',
    tool: 'tool_name',
    parameter: 'parameter_name',
  };
  return `${fields[dimension] ?? dimension} = ${quoteValue(value)}`;
}

/** The name of a value; null is all values beyond the listed ones. */
export function nameValue(dimension: string, value: string | null): string {
  if (value === null) return 'Others';
  return dimension === 'label' ? humanize(value) : value;
}

/**
 * What a bar of a value does to a filter: adds its condition, or removes it where it is selected. No filter selects the
 * others.
 */
export function toChip(
  filter: string,
  dimension: string,
  value: string | null,
): { filter: string | null; isSelected: boolean } {
  if (value === null) return { filter: null, isSelected: false };
  const condition = conditionOf(dimension, value);
  return {
    filter: toggleCondition(filter, condition),
    isSelected: splitFilter(filter).includes(condition),
  };
}

/** A filter with a condition added, or removed wherever AND joins it. */
export function toggleCondition(filter: string, condition: string): string {
  const parts = splitFilter(filter);
  const others = parts.filter((part) => part !== condition);
  return others.length === parts.length ? joinFilters(filter, condition) : joinFilters(...others);
}
