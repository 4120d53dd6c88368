import { deleteContentOfExperiment } from '../../conversations/content/conversation-content';
import { inTransaction } from '../../platform/mongo/connection';
import { deleteCallCosts } from './call-cost.repository';
import type { Experiment, ExperimentStatus } from './experiment';
import { deleteExperiment } from './experiment.repository';
import { deleteItems } from './item.repository';
import { deleteCounters } from './item-counters.repository';

/** Deletes an experiment with one of the statuses and all its data; returns false for another status. */
export async function deleteDocuments(
  { id, workspaceId }: Experiment,
  from: ExperimentStatus[],
): Promise<boolean> {
  return inTransaction(async (session) => {
    if (!(await deleteExperiment(id, from, session))) return false;
    await deleteItems(id, session);
    await deleteCounters([id], session);
    await deleteCallCosts(id, session);
    await deleteContentOfExperiment(workspaceId, id, session);
    return true;
  });
}
