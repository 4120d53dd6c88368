import type { ClientSession } from 'mongoose';
import type { ExperimentEnding, ItemFailure, RecordedDecision } from '../../../workflows/contracts';
import { currentTime } from '../../platform/clock';
import { inTransaction } from '../../platform/mongo/connection';
import { sumExperimentCosts } from '../store/call-cost.repository';
import { knownCentsOf, splitCosts } from '../store/costs';
import {
  type Experiment,
  type ExperimentStatus,
  openExperimentStatuses,
  openItemStatuses,
} from '../store/experiment';
import { changeExperiment } from '../store/experiment.repository';
import { failOpenItems, skipItems } from '../store/item.repository';
import { sumSkipped } from '../store/pair.repository';
import { tallyExperiment } from '../store/running-tally';

export interface EndExecutionDependencies {
  /** Replaces the reservation of a retry in the budget of an optimization run by its cost, in US cents. */
  recordRetryCost(
    runId: string,
    amounts: { reservedCents: number; costCents: number },
    session: ClientSession,
  ): Promise<void>;
}

export type EndExecution = ReturnType<typeof createEndExecution>;

export function createEndExecution({ recordRetryCost }: EndExecutionDependencies) {
  /**
   * Ends the execution in which an experiment was read: fails its open items, or skips them if it is decided, then closes the experiment with
   * its final numbers. No effect if the execution has ended, even if the experiment was retried since: a late
   * call must not close another execution.
   */
  return async function endExecution(
    experiment: Experiment,
    { ending, decision }: { ending: ExperimentEnding; decision?: RecordedDecision },
  ): Promise<void> {
    if (!openExperimentStatuses.includes(experiment.status)) return;
    if (ending === 'decided') await skipItems(experiment, openItemStatuses);
    else await failOpenItems(experiment, endings[ending]);
    const tally = await tallyExperiment(experiment);
    const status: ExperimentStatus =
      ending === 'cancelled' ? 'cancelled' : tally.statusSummary.completed > 0 ? 'completed' : 'failed';
    const { id, optimizationRunId: runId, reservedCents } = experiment;
    const sums = (await sumExperimentCosts([id])).get(id);
    const costCents = knownCentsOf(sums);
    await inTransaction(async (session) => {
      const endedExperiment = await changeExperiment(
        experiment,
        openExperimentStatuses,
        {
          status,
          tally,
          completedAt: currentTime(),
          costCents,
          costs: splitCosts(sums),
          reservedCents: null,
          ...(await decisionChange(experiment, decision)),
        },
        session,
      );
      if (endedExperiment === null || runId === null || reservedCents === null) return;
      const spentCents = costCents - experiment.costCents;
      await recordRetryCost(runId, { reservedCents, costCents: spentCents }, session);
    });
  };
}

/** Stores a decision that the workflow could not record before it ended, and what the decision has saved. */
async function decisionChange(
  experiment: Experiment,
  recorded: RecordedDecision | undefined,
): Promise<Partial<Experiment>> {
  if (recorded === undefined && experiment.decision === null) return {};
  const { items, evaluations } = await sumSkipped(experiment);
  const isJudgedByModel = experiment.load?.judgingProvider != null;
  const modelCallsSaved = items + (isJudgedByModel ? evaluations : 0);
  if (recorded === undefined) return { modelCallsSaved };
  const { decidedAtMs, ...decision } = recorded;
  return { decision, decidedAt: new Date(decidedAtMs), modelCallsSaved };
}

/** The error of items that are open when the execution ends, by ending. */
const endings: Record<Exclude<ExperimentEnding, 'decided'>, ItemFailure> = {
  cancelled: { code: 'cancelled', message: 'The experiment was cancelled' },
  max_cost_reached: { code: 'max_cost_reached', message: 'The experiment reached max_cost_cents' },
  workflow_lost: { code: 'workflow_lost', message: 'The workflow ended without finishing the experiment' },
  finished: { code: 'not_evaluated', message: 'The execution ended without evaluating the item' },
};
