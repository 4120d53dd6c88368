import { cancellationSignal, log } from '@temporalio/activity';
import type { EvaluateDue } from '../src/evaluation/online/evaluate-due';
import type { EvaluateDueInput, NextDue } from '../workflows/contracts';
import { withHeartbeat } from './with-heartbeat';

/** Less than half of its timeout: it runs for half a minute, and each heartbeat is an action of Temporal. */
export const HEARTBEAT_MS = 8000;

export function createEvaluateDueActivity({ evaluateDue }: { evaluateDue: EvaluateDue }) {
  /** Evaluates what is due in a workspace; repeated, it continues with what its slot had. */
  return function evaluateDueActivity(input: EvaluateDueInput): Promise<NextDue> {
    const signal = cancellationSignal();
    const onFailure = (subject: Record<string, string>, error: unknown) =>
      log.warn('replies were not evaluated', { ...subject, error });
    return withHeartbeat(() => evaluateDue(input, { signal, onFailure }), HEARTBEAT_MS);
  };
}
