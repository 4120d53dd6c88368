import type { Creator } from '../store/experiment';
import type { CreateExperiment } from '../wire/experiment.schema';

/** What happens at a firing while the experiment of the one before runs. */
export const overlaps = ['skip', 'queue'] as const;

/** `creator_removed`: the creator is no longer a contributor of the workspace, or the key was revoked. */
export const pausedReasons = ['creator_removed'] as const;
export type PausedReason = (typeof pausedReasons)[number];

/** How many firings a schedule shows. */
export const MAX_FIRINGS = 10;

/** A firing that has created an experiment, or the reason why it could not. */
export interface Firing {
  scheduledAt: Date;
  experimentId: string | null;
  error: { code: string; message: string } | null;
}

/** Creates an experiment at each time of a cron expression. */
export interface Schedule {
  id: string;
  workspaceId: string;
  name: string;
  /** Five fields, see `findCronProblem`. */
  cron: string;
  /** IANA. */
  timeZone: string;
  overlap: (typeof overlaps)[number];
  /** A parsed request; parsed again at each firing. */
  experiment: CreateExperiment;
  creator: Creator;
  isPaused: boolean;
  /** Why the service has paused it; null: a person has, or it is not paused. */
  pausedReason: PausedReason | null;
  createdAt: Date;
  /** The latest first, at most `MAX_FIRINGS`. */
  firings: Firing[];
  /** Incremented with each change, which has to reach Temporal. */
  revision: number;
}

/** A schedule with its next firings; none if it is paused, or while Temporal is unavailable. */
export interface ScheduleView extends Schedule {
  nextFiringsAt: readonly Date[];
}
