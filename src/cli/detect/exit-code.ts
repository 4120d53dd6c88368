export const failOnKinds = ['issues', 'no-verdict', 'never'] as const;
export type FailOn = (typeof failOnKinds)[number];

/** The number of lines with each result. */
export interface LineCounts {
  withIssues: number;
  clean: number;
  /** Nothing in the reply could be judged. */
  notJudged: number;
  noVerdict: number;
  faulty: number;
}

/**
 * 1 for the condition of `--fail-on`; else 2 when lines could not be read or judged, so that this is noticed;
 * else 0. With `never`, 0 for every file that was read to its end.
 */
export function exitCodeOf({ withIssues, noVerdict, faulty }: LineCounts, failOn: FailOn): number {
  if (failOn === 'never') return 0;
  if (withIssues > 0 || (failOn === 'no-verdict' && noVerdict > 0)) return 1;
  return faulty > 0 ? 2 : 0;
}
