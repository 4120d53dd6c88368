import type { ChosenBy } from '../../conversations/message-filter/chosen-by';
import { valueError } from '../../platform/errors/error-templates';
import type { CreateExperiment } from '../wire/experiment.schema';
import { repliesChosenBy } from './replay-sources';

/**
 * A stopping rule tests against the original replies, which must not be chosen by their outcome.
 * @throws AppError value_error at body.stop_when
 */
export function rejectEarlyStop(
  { stop_when, replay_at }: Pick<CreateExperiment, 'stop_when' | 'replay_at'>,
  chosenBy: ChosenBy,
): void {
  if (stop_when === null || repliesChosenBy(replay_at, chosenBy) !== 'outcome') return;
  const problem =
    'the original replies were chosen by their outcome, so any rerun is expected to differ from them. ' +
    'Leave it out, and compare with a fresh baseline';
  throw valueError(problem, { loc: ['body', 'stop_when'], input: stop_when });
}
