import { sumExperimentCosts } from '../store/call-cost.repository';
import { type Costs, splitCosts } from '../store/costs';
import type { Experiment, ExperimentLimit, Tally } from '../store/experiment';
import type { ListedExperiment } from '../store/experiment.repository';
import { listRateLimited } from '../store/item.repository';
import { tallyRunning } from '../store/running-tally';

/** An experiment with its current numbers. */
export interface ExperimentView extends Omit<Experiment, 'conversationIds' | 'costs'> {
  tally: Tally;
  costs: Costs;
  /** Null while it is not running, and where nothing holds it back. */
  limitedBy: ExperimentLimit | null;
  /** Absent if omitted. */
  conversationIds?: string[];
}

/** Adds the current numbers to experiments of a workspace. */
export async function viewExperiments(
  workspaceId: string,
  experiments: readonly ListedExperiment[],
): Promise<ExperimentView[]> {
  const runningIds = experiments.filter(({ tally }) => tally === null).map(({ id }) => id);
  const [tallies, costs, rateLimited] = await Promise.all([
    tallyRunning(workspaceId, runningIds),
    sumExperimentCosts(runningIds),
    listRateLimited(workspaceId, runningIds),
  ]);
  return experiments.map((experiment) => {
    const current = {
      tally: experiment.tally ?? (tallies.get(experiment.id) as Tally),
      costs: (experiment.tally && experiment.costs) ?? splitCosts(costs.get(experiment.id)),
    };
    const limitedBy = findLimit({ ...experiment, ...current }, rateLimited.has(experiment.id));
    return { ...experiment, ...current, limitedBy };
  });
}

/** What holds an experiment back: the first that applies, from what stops all of its items to what paces them. */
function findLimit(
  {
    status,
    windowLimit,
    maxCostCents,
    costs,
    tally: { statusSummary },
  }: Pick<ExperimentView, 'status' | 'windowLimit' | 'maxCostCents' | 'costs' | 'tally'>,
  isRateLimited: boolean,
): ExperimentLimit | null {
  if (status !== 'running') return null;
  if (maxCostCents !== null && costs.totalCents !== null && costs.totalCents >= maxCostCents)
    return 'cost_limit';
  if (isRateLimited) return 'rate_limit';
  const { pending, queued, generating, evaluating } = statusSummary;
  const isWaitingForOthers = pending > 0 && queued + generating + evaluating > 0;
  return windowLimit ?? (isWaitingForOthers ? 'concurrency' : null);
}
