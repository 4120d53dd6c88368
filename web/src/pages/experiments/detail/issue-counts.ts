import type { Metrics } from '../../../api/types';

export interface IssueCount {
  /** The label, or the tool and parameter. */
  names: readonly string[];
  baseline: number;
  count: number;
}

/** Issues by label in both, the most frequent first. */
export function countIssuesByLabel(baseline: Metrics, metrics: Metrics): IssueCount[] {
  return mergeCounts(Object.entries(baseline.issue_labels), Object.entries(metrics.issue_labels), (key) => [
    key,
  ]);
}

/** Issues in tool arguments by tool and parameter in both, the most frequent first. */
export function countIssuesByParameter(baseline: Metrics, metrics: Metrics): IssueCount[] {
  return mergeCounts(flatten(baseline), flatten(metrics), (key) => JSON.parse(key) as string[]);
}

function flatten({ parameter_issues: issues }: Metrics): [string, number][] {
  return Object.entries(issues).flatMap(([tool, parameters]) =>
    Object.entries(parameters).map(([parameter, count]): [string, number] => [
      JSON.stringify([tool, parameter]),
      count,
    ]),
  );
}

function mergeCounts(
  baseline: readonly [string, number][],
  counts: readonly [string, number][],
  namesOf: (key: string) => string[],
): IssueCount[] {
  const before = new Map(baseline);
  const now = new Map(counts);
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((key) => ({ names: namesOf(key), baseline: before.get(key) ?? 0, count: now.get(key) ?? 0 }))
    .sort((a, b) => b.count + b.baseline - (a.count + a.baseline));
}
