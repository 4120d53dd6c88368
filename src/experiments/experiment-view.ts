import { sumExperimentCosts } from './call-cost.repository';
import { type CostSums, type Costs, noCosts, splitCosts } from './costs';
import type { Experiment, Tally } from './experiment';
import type { ListedExperiment } from './experiment.repository';
import { tallyRunning } from './running-tally';

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
  const running = experiments.filter(({ tally }) => tally === null).map(({ id }) => id);
  const [tallies, costs] = await Promise.all([
    tallyRunning(workspaceId, running),
    sumExperimentCosts(running),
  ]);
  return experiments.map((experiment) => ({
    ...experiment,
    tally: experiment.tally ?? (tallies.get(experiment.id) as Tally),
    costs:
      experiment.tally === null
        ? runningCosts(experiment, costs.get(experiment.id) ?? noCosts)
        : (experiment.costs ?? costsOfEarlierVersion(experiment)),
  }));
}

function runningCosts({ costCents }: ListedExperiment, sums: CostSums): Costs {
  return splitCosts(Math.max(costCents, sums.totalCents), sums);
}

/** Only the total was stored. */
function costsOfEarlierVersion({ costCents, isPassThrough }: ListedExperiment): Costs {
  const costs = splitCosts(costCents, noCosts);
  return { ...costs, generationCents: isPassThrough ? 0 : costs.generationCents };
}
