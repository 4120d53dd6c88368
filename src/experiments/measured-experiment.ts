import {
  type ExperimentStatus,
  endedExperimentStatuses,
  type ItemFindings,
  type Metrics,
} from './experiment';
import { findExperiment } from './experiment.repository';
import { listReplyFindings } from './item.repository';

export { eraseSystemPrompts } from './experiment.repository';

/** The results of an ended experiment. */
export interface MeasuredExperiment {
  status: ExperimentStatus;
  metrics: Metrics;
  /** US cents. */
  costCents: number;
  items: ItemFindings[];
}

/** Null until the experiment has ended, `gone` if it was deleted. */
export async function findMeasuredExperiment(id: string): Promise<MeasuredExperiment | 'gone' | null> {
  const experiment = await findExperiment(id);
  if (experiment === null) return 'gone';
  const { status, tally, costCents } = experiment;
  if (tally === null || !endedExperimentStatuses.includes(status)) return null;
  return { status, metrics: tally.metrics, costCents, items: await listReplyFindings(id) };
}

/** The metrics of an ended experiment; null if it is open or was deleted. */
export async function findFinalMetrics(id: string): Promise<Metrics | null> {
  return (await findExperiment(id))?.tally?.metrics ?? null;
}
