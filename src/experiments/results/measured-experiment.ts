import {
  type ExperimentStatus,
  endedExperimentStatuses,
  type ItemFindings,
  type Metrics,
} from '../store/experiment';
import { findExperimentUnscoped } from '../store/experiment.unscoped.repository';
import { listReplyFindings } from '../store/item.repository';

/** The results of an ended experiment. */
export interface MeasuredExperiment {
  status: ExperimentStatus;
  metrics: Metrics;
  /** US cents of the calls whose price is known. */
  costCents: number;
  /** Whether the price of one of its calls is unknown. */
  isCostUnknown: boolean;
  /** Whether it left conversations out because it had spent its `max_cost_cents`. */
  isBudgetSpent: boolean;
  items: ItemFindings[];
}

/** Null until the experiment has ended, `gone` if it was deleted. */
export async function findMeasuredExperimentUnscoped(
  id: string,
): Promise<MeasuredExperiment | 'gone' | null> {
  const experiment = await findExperimentUnscoped(id);
  if (experiment === null) return 'gone';
  const { status, tally, costCents, maxCostCents } = experiment;
  if (tally === null || !endedExperimentStatuses.includes(status)) return null;
  const isBudgetSpent = maxCostCents !== null && costCents >= maxCostCents && tally.statusSummary.failed > 0;
  return {
    status,
    metrics: tally.metrics,
    costCents,
    isCostUnknown: experiment.costs !== null && experiment.costs.totalCents === null,
    isBudgetSpent,
    items: await listReplyFindings(experiment),
  };
}
