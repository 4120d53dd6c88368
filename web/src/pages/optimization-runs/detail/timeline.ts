import type { OptimizationRun } from '../../../api/types';
import { humanize, pluralize } from '../../../text/wording';
import { isRunOpen } from '../shared/run-state';

export interface TimelineEntry {
  /** ISO 8601. */
  at: string;
  title: string;
  /** Details; null without any. */
  text: string | null;
  tone: 'neutral' | 'accent' | 'good' | 'warn' | 'danger';
}

type Attempt = OptimizationRun['attempts'][number];

/**
 * Builds the events of a run, oldest first. The API returns only the last time at which it became ready. One
 * workflow step ends a lease and makes the run ready, with the same timestamp; the order below resolves the
 * tie.
 */
export function buildTimeline(run: OptimizationRun): TimelineEntry[] {
  const author = run.created_by_user_name ?? run.created_by_service_account_name;
  const entries: TimelineEntry[] = [
    {
      at: run.created_at,
      title: 'Created',
      text: author === null ? null : `By ${author}`,
      tone: 'neutral',
    },
    ...run.attempts.flatMap(buildLeaseEnd),
    ...(run.ready_at === null
      ? []
      : [{ at: run.ready_at, title: 'Ready for a runner', text: null, tone: 'accent' as const }]),
    ...run.attempts.map(buildLeaseStart),
    ...buildEndEntry(run),
  ];
  return entries.sort((a, b) => a.at.localeCompare(b.at));
}

function buildLeaseStart({ epoch, runner_id: runner, started_at: at }: Attempt): TimelineEntry {
  return { at, title: `Lease ${epoch} started`, text: `Claimed by ${runner}`, tone: 'accent' };
}

function buildLeaseEnd(attempt: Attempt): TimelineEntry[] {
  const { epoch, ended_at: endedAt, outcome, error } = attempt;
  if (endedAt === null || outcome === null) return [];
  const turns = attempt.agent_turns === 0 ? [] : [pluralize(attempt.agent_turns, 'agent turn')];
  const problem = error === null ? [] : [`${humanize(error.code)}: ${error.message}`];
  const text = [...problem, ...turns].join('; ');
  return [
    {
      at: endedAt,
      title: `Lease ${epoch} ended: ${humanize(outcome)}`,
      text: text === '' ? null : text,
      tone: outcome === 'completed' ? 'good' : outcome === 'failed' ? 'danger' : 'warn',
    },
  ];
}

function buildEndEntry({ status, completed_at: at, decision, error }: OptimizationRun): TimelineEntry[] {
  if (at === null) return [];
  const tone = status === 'completed' ? 'good' : status === 'failed' ? 'danger' : 'warn';
  const text = error !== null ? `${humanize(error.code)}: ${error.message}` : (decision?.message ?? null);
  return [{ at, title: `Run ${status}`, text, tone }];
}

/** Describes the current state of an open run; null when it has ended. `now` in milliseconds. */
export function describeWait(run: OptimizationRun, now: number): string | null {
  if (!isRunOpen(run)) return null;
  if (run.status === 'preparing') return 'Measuring the baseline.';
  if (run.status === 'ready') return 'Waiting for a runner.';
  if (run.holdout_candidate_id != null) return 'Measuring the named candidate on the hold-out.';
  if (run.lease_expires_at === null) return 'Running.';
  const seconds = Math.round((Date.parse(run.lease_expires_at) - now) / 1000);
  return seconds > 0
    ? `Running. Without a heartbeat, the lease expires in ${pluralize(seconds, 'second')}.`
    : 'The lease is about to expire.';
}
