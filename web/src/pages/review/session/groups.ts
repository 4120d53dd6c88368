import type { Finding } from '../../../api/types';
import { humanize } from '../../../text/wording';

export const groupings = ['parameter', 'label', 'text'] as const;
export type Grouping = (typeof groupings)[number];

export const groupingNames: Record<Grouping, string> = {
  parameter: 'Tool parameter',
  label: 'Label',
  text: 'Equal text',
};

export interface FindingGroup {
  name: string;
  findings: Finding[];
}

/** Groups findings, the largest group first. Findings outside of tool calls have no parameter and are left out. */
export function groupFindings(findings: readonly Finding[], by: Grouping): FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = nameOf(finding, by);
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), finding]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, findings: members }))
    .sort((a, b) => b.findings.length - a.findings.length);
}

function nameOf({ tool_name: tool, parameter_name: parameter, label, text }: Finding, by: Grouping) {
  if (by === 'label') return humanize(label);
  if (by === 'text') return text;
  return tool === null ? null : parameter === null ? tool : `${tool}, ${parameter}`;
}
