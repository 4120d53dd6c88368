import { quoteValue } from '../../text/filters';

/** What messages are broken down by, in the order of the page. */
export const dimensions = ['prompt_version', 'model', 'agent', 'tool', 'parameter', 'label'] as const;
export type Dimension = (typeof dimensions)[number];

export const dimensionNames: Record<Dimension, { one: string; many: string }> = {
  prompt_version: { one: 'Prompt', many: 'Prompts' },
  model: { one: 'Model', many: 'Models' },
  agent: { one: 'Agent', many: 'Agents' },
  tool: { one: 'Tool', many: 'Tools' },
  parameter: { one: 'Parameter', many: 'Parameters' },
  label: { one: 'Label', many: 'Labels' },
};

/** The dimensions whose values have pages. */
export const segmentDimensions = ['prompt_version', 'model', 'agent'] as const;
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
  const [, tag] = /^tag:(.*)$/s.exec(dimension) ?? [];
  if (tag !== undefined) return `tags.${tag} = ${quoteValue(value)}`;
  const fields: Record<string, string> = {
    agent: 'agent_name',
    tool: 'tool_name',
    parameter: 'parameter_name',
  };
  return `${fields[dimension] ?? dimension} = ${quoteValue(value)}`;
}

/** A filter with a condition added, or removed if it ends in it. */
export function toggleCondition(filter: string, condition: string): string {
  if (filter === condition) return '';
  if (filter.endsWith(` AND ${condition}`)) return filter.slice(0, -` AND ${condition}`.length);
  return filter === '' ? condition : `${filter} AND ${condition}`;
}
