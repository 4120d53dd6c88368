export const runStatuses = ['preparing', 'ready', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export type RunEvent =
  | 'prepared'
  | 'preparation_failed'
  | 'claimed'
  | 'attempt_ended'
  | 'attempts_exhausted'
  | 'completed'
  | 'cancelled'
  | 'workflow_lost';

/** Every change of status that there is. What is not in here cannot happen; docs/optimization-runs.md shows it. */
export const runTransitions: Record<RunStatus, Partial<Record<RunEvent, RunStatus>>> = {
  preparing: {
    prepared: 'ready',
    preparation_failed: 'failed',
    cancelled: 'cancelled',
    workflow_lost: 'failed',
  },
  ready: { claimed: 'running', cancelled: 'cancelled', workflow_lost: 'failed' },
  running: {
    attempt_ended: 'preparing',
    attempts_exhausted: 'failed',
    completed: 'completed',
    cancelled: 'cancelled',
    workflow_lost: 'failed',
  },
  completed: {},
  failed: {},
  cancelled: {},
};

/** Statuses that nothing leads out of. */
export const endedRunStatuses = runStatuses.filter(
  (status) => Object.keys(runTransitions[status]).length === 0,
);

export const openRunStatuses = runStatuses.filter((status) => !endedRunStatuses.includes(status));

export function hasEnded(status: RunStatus): boolean {
  return endedRunStatuses.includes(status);
}

/** The status after an event. @throws Error when the table has no such transition: a bug. */
export function statusAfter(status: RunStatus, event: RunEvent): RunStatus {
  const next = runTransitions[status][event];
  if (next === undefined) throw new Error(`A run that is ${status} cannot be ${event}`);
  return next;
}
