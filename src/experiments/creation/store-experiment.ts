import type { ClientSession } from 'mongoose';
import { requireExistingWorkspace } from '../../access/workspaces/require-existing-workspace';
import type { ConversationSource } from '../../conversations/transcript/conversation';
import { type Problem, ValidationError } from '../../platform/errors/app-error';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import type { Experiment, ExperimentItem } from '../store/experiment';
import { insertExperiment } from '../store/experiment.repository';
import { insertItems } from '../store/item.repository';
import { ItemCounters } from '../store/item-counters';
import { insertCounters } from '../store/item-counters.repository';
import { buildItems } from './build-experiment';

/** @throws AppError not_found if the workspace was deleted; limit_reached where there is a limit */
type AdmitOpening = (workspaceId: string, session: ClientSession) => Promise<unknown>;

/**
 * Stores an experiment with an item for each conversation. Returns false if it exists, because the same
 * request was repeated after a crash.
 * @throws AppError not_found if the workspace was deleted; errors of `admit`, by default none
 */
export async function storeExperiment(
  experiment: Experiment,
  sources: Map<string, ConversationSource>,
  admit?: AdmitOpening,
): Promise<boolean> {
  return storeWithItems(experiment, await buildItems(experiment, sources), admit);
}

/** Stores an experiment with its items; false if it exists. @throws AppError not_found if the workspace was deleted */
export async function storeWithItems(
  experiment: Experiment,
  items: readonly ExperimentItem[],
  admit: AdmitOpening = requireExistingWorkspace,
): Promise<boolean> {
  const counters = ItemCounters.none();
  for (const item of items) counters.addCreated(item);
  try {
    await inTransaction(async (session) => {
      await admit(experiment.workspaceId, session);
      await insertExperiment(experiment, session);
      await insertCounters(experiment.id, counters, session);
      await insertItems(items, session);
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** @throws ValidationError that lists the conversations that are not among the `existing` ones of the workspace */
export function rejectUnknownConversations(
  ids: readonly string[],
  existing: Pick<ReadonlySet<string>, 'has'>,
): void {
  const problems = ids.flatMap((id, index): Problem[] =>
    existing.has(id)
      ? []
      : [
          {
            loc: ['body', 'conversation_ids', String(index)],
            msg: `Value error, no conversation ${id} in this workspace`,
            type: 'value_error',
            input: id,
            ctx: { conversation_id: id },
          },
        ],
  );
  if (problems.length > 0) throw new ValidationError(problems);
}
