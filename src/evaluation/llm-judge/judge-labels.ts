import { type IssueLabel, kindsOf, SCHEMA_MISMATCH } from '../../../packages/detector';

/** The labels that a judge is asked for: all but one that is for a check of the service alone. */
export function judgeLabels(labels: readonly IssueLabel[]): IssueLabel[] {
  return labels.filter((label) => kindsOf(label).join() !== SCHEMA_MISMATCH);
}
