import {
  type ExperimentStatus,
  endedExperimentStatuses,
  type ItemFindings,
  type Metrics,
} from './experiment';
import { findExperimentUnscoped } from './experiment.unscoped.repository';
import { listReplyFindings } from './item.repository';

/** The results of an ended experiment. */
export interface MeasuredExperiment {
  status: ExperimentStatus;
  metrics: Metrics;
  /** US cents. */
  costCents: number;
  items: ItemFindings[];
}

/** Null until the experiment has ended, `gone` if it was deleted. */
export async function findMeasuredExperimentUnscoped(
  id: string,
): Promise<MeasuredExperiment | 'gone' | null> {
  const experiment = await findExperimentUnscoped(id);
  if (experiment === null) return 'gone';
  const { status, tally, costCents } = experiment;
  if (tally === null || !endedExperimentStatuses.includes(status)) return null;
  return { status, metrics: tally.metrics, costCents, items: await listReplyFindings(experiment) };
}
