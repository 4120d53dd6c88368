import type { ClientSession } from 'mongoose';
import type {
  EndedItem,
  ExecutionInput,
  ExperimentEnding,
  ItemFailure,
  OpenItem,
} from '../../workflows/contracts';
import { currentTime } from '../platform/clock';
import { inTransaction } from '../platform/mongo/connection';
import { sumExperimentCosts, sumItemCosts } from './call-cost.repository';
import type { ExperimentLoad, ExperimentStatus, RunningLoad } from './experiment';
import { openExperimentStatuses } from './experiment';
import { changeExperiment, findExperiment, listRunningLoads } from './experiment.repository';
import { changeOpenItem, failOpenItems, listOpenItemIds, streamTallyItems } from './item.repository';
import { tallyItems } from './tally';

export interface ExperimentRunsDependencies {
  /** Replaces the reservation of a retry in the budget of an optimization run by its cost, in US cents. */
  recordRetryCost(
    runId: string,
    amounts: { reservedCents: number; costCents: number },
    session: ClientSession,
  ): Promise<void>;
}

export type ExperimentRuns = ReturnType<typeof createExperimentRuns>;

/** The activities that update an experiment and its items. All are idempotent. */
export function createExperimentRuns({ recordRetryCost }: ExperimentRunsDependencies) {
  return {
    /** Marks the experiment as running; returns false if the execution has ended. */
    async begin({
      experimentId: id,
      executionNumber = 0,
      load,
    }: ExecutionInput & { load: ExperimentLoad | null }): Promise<boolean> {
      const change = { status: 'running' as const, load };
      return (await changeExperiment({ id, executionNumber }, openExperimentStatuses, change)) !== null;
    },

    /** The loads of all running experiments, oldest first. */
    listLoads(): Promise<RunningLoad[]> {
      return listRunningLoads();
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

    async failItem({
      itemId: id,
      executionNumber = 0,
      failure,
    }: { itemId: string; failure: ItemFailure } & Pick<
      ExecutionInput,
      'executionNumber'
    >): Promise<EndedItem> {
      await changeOpenItem(
        { id, executionNumber },
        { status: 'failed', error: failure, completedAt: currentTime() },
      );
      // Summed up here, because a try that timed out could not report its cost.
      return { costCents: await sumItemCosts(id, executionNumber) };
    },

    /**
     * Ends an execution: fails its open items, then closes the experiment with its final numbers. No effect
     * if the execution has ended, even if the experiment was retried since: a late call must not close
     * another execution. `costCents` is the cost of this execution as counted by its workflow.
     */
    async finishExperiment({
      experimentId,
      executionNumber = 0,
      ending,
      costCents = 0,
    }: ExecutionInput & { ending: ExperimentEnding; costCents?: number }): Promise<void> {
      const experiment = await findExperiment(experimentId);
      if (experiment?.executionNumber !== executionNumber) return;
      if (!openExperimentStatuses.includes(experiment.status)) return;
      await failOpenItems(experiment, endings[ending]);
      const tally = await tallyItems(streamTallyItems(experimentId));
      const status: ExperimentStatus =
        ending === 'cancelled' ? 'cancelled' : tally.statusSummary.completed > 0 ? 'completed' : 'failed';
      const { optimizationRunId: runId, reservedCents } = experiment;
      // The count of the workflow includes tries of an earlier version that did not record call costs.
      const countedCents = (await sumExperimentCosts([experimentId])).get(experimentId) ?? 0;
      const totalCents = Math.max(experiment.costCents + costCents, countedCents);
      await inTransaction(async (session) => {
        const ended = await changeExperiment(
          experiment,
          openExperimentStatuses,
          {
            status,
            tally,
            completedAt: currentTime(),
            costCents: totalCents,
            reservedCents: null,
          },
          session,
        );
        if (ended === null || runId === null || reservedCents === null) return;
        const spentCents = totalCents - experiment.costCents;
        await recordRetryCost(runId, { reservedCents, costCents: spentCents }, session);
      });
    },
  };
}

/** The error of items that are open when the execution ends, by ending. */
const endings: Record<ExperimentEnding, ItemFailure> = {
  cancelled: { code: 'cancelled', message: 'The experiment was cancelled' },
  max_cost_reached: { code: 'max_cost_reached', message: 'The experiment reached max_cost_cents' },
  workflow_lost: { code: 'workflow_lost', message: 'The workflow ended without finishing the experiment' },
  finished: { code: 'not_evaluated', message: 'The execution ended without evaluating the item' },
};
