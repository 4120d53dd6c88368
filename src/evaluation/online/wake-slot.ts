import type { EvaluationSlot } from '../../../workflows/contracts';
import { currentTimeMs } from '../../platform/clock';
import { advanceSlot } from './evaluation-slot.repository';
import type { OnlineEvaluationWorkflows } from './online-evaluation-workflows';

/**
 * Returns a function that makes a slot look for due evaluations at a time, by a call of Temporal unless the slot looks
 * that early anyway: however many replies are stored, a slot that works is not signaled.
 */
export function createSlotWaker(workflows: OnlineEvaluationWorkflows) {
  return async function wakeSlot(slot: EvaluationSlot, dueAt: Date): Promise<void> {
    // After a crash in between, the reconciler finds what is overdue.
    if (await advanceSlot(slot, dueAt))
      await workflows.wake(slot, Math.max(0, dueAt.getTime() - currentTimeMs()));
  };
}
