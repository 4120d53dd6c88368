import { sumExperimentCosts } from '../store/call-cost.repository';
import { type Costs, splitCosts } from '../store/costs';
import type { Experiment, Tally } from '../store/experiment';
import type { ListedExperiment } from '../store/experiment.repository';
import { tallyRunning } from '../store/running-tally';

/** An experiment with its current numbers. */
export interface ExperimentView extends Omit<Experiment, 'conversationIds' | 'costs'> {
  tally: Tally;
  costs: Costs;
  /** Absent if omitted. */
  conversationIds?: string[];
}

/** Adds the current numbers to experiments of a workspace. */
export async function viewExperiments(
  workspaceId: string,
  experiments: readonly ListedExperiment[],
): Promise<ExperimentView[]> {
  const runningIds = experiments.filter(({ tally }) => tally === null).map(({ id }) => id);
  const [tallies, costs] = await Promise.all([
    tallyRunning(workspaceId, runningIds),
    sumExperimentCosts(runningIds),
  ]);
  return experiments.map((experiment) => ({
    ...experiment,
    tally: experiment.tally ?? (tallies.get(experiment.id) as Tally),
    costs: (experiment.tally && experiment.costs) ?? splitCosts(costs.get(experiment.id)),
  }));
}
