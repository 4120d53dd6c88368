import { FAILED } from '../shared/exit';

export const failOnKinds = ['issues', 'no-verdict', 'never'] as const;
export type FailOn = (typeof failOnKinds)[number];

/** The condition for exit code 1. */
export interface FailureRule {
  failOn: FailOn;
  /** The largest share of judged replies with issues, 0..1, that does not fail. */
  maxRate: number;
}

/** The number of lines with each result. */
export interface LineCounts {
  /** With a baseline: issues that it does not have. */
  withIssues: number;
  /** With issues of the baseline only. */
  known: number;
  clean: number;
  /** Nothing in the reply could be judged. */
  notJudged: number;
  noVerdict: number;
  faulty: number;
}

export const NOTHING_JUDGED = 3;

/**
 * 1 for the conditions of `--fail-on` and `--max-rate`; else 2 when lines could not be read or judged, so that this is
 * noticed; else 3 without a judged reply; else 0. With `never`, 0 for every file that was read to its end.
 */
export function exitCodeOf(counts: LineCounts, { failOn, maxRate }: FailureRule): number {
  if (failOn === 'never') return 0;
  const { withIssues, noVerdict, faulty } = counts;
  const judgedCount = countJudged(counts);
  if (withIssues / Math.max(judgedCount, 1) > maxRate || (failOn === 'no-verdict' && noVerdict > 0)) return 1;
  if (faulty > 0) return FAILED;
  return judgedCount === 0 ? NOTHING_JUDGED : 0;
}

/** The replies with a verdict, which are the denominator of the issue rate. */
export const countJudged = ({ withIssues, known, clean }: LineCounts): number => withIssues + known + clean;
