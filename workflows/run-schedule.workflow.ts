import { continueAsNew, sleep, workflowInfo } from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import type { RunScheduleInput } from './contracts';

const MAX_POLL_MS = 60_000;

/**
 * One firing of a schedule: creates its experiment and waits for the end of that, so that the server sees whether the
 * next firing overlaps. Its id has the scheduled time.
 */
export async function runSchedule(input: RunScheduleInput): Promise<string | null> {
  const { scheduleId, pollMs } = input;
  const firing = workflowInfo().workflowId;
  const experimentId =
    input.experimentId ?? (await bookkeeping.startScheduledExperiment({ scheduleId, firing }));
  if (experimentId === null) return null;
  let waitMs = pollMs;
  while (!(await bookkeeping.hasExperimentEnded({ experimentId }))) {
    await sleep(waitMs);
    waitMs = Math.min(2 * waitMs, MAX_POLL_MS);
    if (workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof runSchedule>({ ...input, experimentId });
    }
  }
  return experimentId;
}
