import type { CreateSchedule, Schedule } from '../../../api/types';
import { type ExperimentDraft, emptyDraft, toCreateExperiment } from '../shared/experiment-draft';

/** The values of the form: when, and the experiment that each firing creates. Both have the same name. */
export interface ScheduleDraft extends ExperimentDraft {
  cron: string;
  timeZone: string;
  overlap: Schedule['overlap'];
}

/** A draft that fires every night in the time zone of the browser. */
export function emptyScheduleDraft(): ScheduleDraft {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { ...emptyDraft, cron: '0 4 * * *', timeZone, overlap: 'skip' };
}

/** Converts a draft to the request body. The API validates it. */
export function toCreateSchedule(draft: ScheduleDraft, conversationIds: readonly string[]): CreateSchedule {
  return {
    name: draft.name.trim(),
    cron: draft.cron.trim(),
    time_zone: draft.timeZone.trim(),
    overlap: draft.overlap,
    experiment: toCreateExperiment(draft, conversationIds),
  };
}
