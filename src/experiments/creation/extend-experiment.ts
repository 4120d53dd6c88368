import { currentTime } from '../../platform/clock';
import type { Experiment, ExperimentItem } from '../store/experiment';
import { reopenExtended } from '../store/experiment.repository';
import { getExperiment } from '../store/get-experiment';
import { insertItems, listJudgedMessages } from '../store/item.repository';
import { countCreated } from '../store/item-counters.repository';
import { type ExperimentReopener, stillRunning } from './reopening';

/** An ended experiment as its next execution begins, with all of its conversations. */
export function extend(
  experiment: Experiment,
  change: Pick<Experiment, 'conversationIds'> &
    Partial<Pick<Experiment, 'set' | 'filter' | 'chosenBy' | 'warnings'>>,
): Experiment {
  const requestedAt = currentTime();
  return {
    ...experiment,
    ...change,
    status: 'pending',
    executionNumber: experiment.executionNumber + 1,
    requestedAt,
    completedAt: null,
    reservedCents: null,
    conversationsAddedAt: requestedAt,
    tally: null,
  };
}

/** What selected all conversations of an experiment, if a selection has as many. */
export function provenanceOf(
  { conversationIds: ids, set, filter }: Pick<Experiment, 'conversationIds' | 'set' | 'filter'>,
  all: readonly string[],
): Pick<Experiment, 'set' | 'filter'> {
  return ids.length === all.length ? { set, filter } : { set: null, filter: null };
}

/**
 * Stores an extended experiment with its new items and starts its next execution. Another request may have added the
 * same conversations concurrently; then nothing is to be done.
 * @throws AppError experiment_running if other conversations were added concurrently; not_found
 */
export async function startExtension(
  extended: Experiment,
  items: readonly ExperimentItem[],
  { reopen }: Pick<ExperimentReopener, 'reopen'>,
): Promise<void> {
  const { id, workspaceId } = extended;
  const isReopened = await reopen(workspaceId, async (session) => {
    if (!(await reopenExtended(extended, session))) return null;
    await countCreated(id, items, session);
    await insertItems(items, session);
    return extended;
  });
  if (isReopened) return;
  const { conversationIds, status } = await getExperiment(workspaceId, id);
  const present = new Set(conversationIds);
  const judgedIds = await listJudgedMessages(extended);
  const isPresent = ({ conversationId, rejudgedMessageId }: ExperimentItem) =>
    rejudgedMessageId === null ? present.has(conversationId) : judgedIds.has(rejudgedMessageId);
  if (!items.every(isPresent)) throw stillRunning(status);
}
