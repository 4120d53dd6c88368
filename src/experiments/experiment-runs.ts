import type { ExperimentEnding, ItemFailure, OpenItem } from '../../workflows/contracts';
import type { ExperimentStatus } from './experiment';
import { openExperimentStatuses } from './experiment';
import { changeExperiment, findExperiment } from './experiment.repository';
import { changeOpenItem, failOpenItems, listOpenItemIds, streamTallyItems } from './item.repository';
import { tallyItems } from './tally';

/** The bookkeeping that an experiment's workflow asks for. Every function may run twice. */
export const experimentRuns = {
  /** Marks the experiment as running; false when it is gone or has ended, so that there is nothing to do. */
  async begin({ experimentId }: { experimentId: string }): Promise<boolean> {
    return (await changeExperiment(experimentId, openExperimentStatuses, { status: 'running' })) !== null;
  },

  listOpenItems({
    experimentId,
    afterPosition,
    limit,
  }: {
    experimentId: string;
    afterPosition: number;
    limit: number;
  }): Promise<OpenItem[]> {
    return listOpenItemIds(experimentId, afterPosition, limit);
  },

  async failItem({ itemId, failure }: { itemId: string; failure: ItemFailure }): Promise<void> {
    await changeOpenItem(itemId, { status: 'failed', error: failure, completedAt: new Date() });
  },

  /**
   * Ends the open items, adds everything up for good and closes the experiment, unless it is closed already.
   * `costCents` is what this run of it has spent, where its workflow can tell.
   */
  async finish({
    experimentId,
    ending,
    costCents = 0,
  }: {
    experimentId: string;
    ending: ExperimentEnding;
    costCents?: number;
  }): Promise<void> {
    const experiment = await findExperiment(experimentId);
    if (experiment === null || !openExperimentStatuses.includes(experiment.status)) return;
    await failOpenItems(experimentId, endings[ending]);
    const tally = await tallyItems(streamTallyItems(experimentId));
    const status: ExperimentStatus =
      ending === 'cancelled' ? 'cancelled' : tally.statusSummary.completed > 0 ? 'completed' : 'failed';
    await changeExperiment(experimentId, openExperimentStatuses, {
      status,
      tally,
      completedAt: new Date(),
      costCents: experiment.costCents + costCents,
    });
  },
};

export type ExperimentRuns = typeof experimentRuns;

/** The error of an item that was still open when its run ended so. */
const endings: Record<ExperimentEnding, ItemFailure> = {
  cancelled: { code: 'cancelled', message: 'The experiment was cancelled' },
  max_cost_reached: { code: 'max_cost_reached', message: 'The experiment reached max_cost_cents' },
  workflow_lost: { code: 'workflow_lost', message: 'The workflow ended without finishing the experiment' },
  finished: { code: 'not_evaluated', message: 'The run ended without evaluating the item' },
};
