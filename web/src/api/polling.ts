/** How often unfinished resources are fetched again, in milliseconds. */
export const pollMs = {
  /** Changes that take seconds, such as the deletion of a workspace. */
  brief: 1000,
  /** Progress of experiments and optimization runs. */
  progress: 2000,
  /** Results that are expensive to compute. */
  expensive: 5000,
} as const;

/** The `refetchInterval` of a query that is polled while something is unfinished. */
export function pollWhile(isUnfinished: boolean, intervalMs: number = pollMs.progress): number | false {
  return isUnfinished ? intervalMs : false;
}
