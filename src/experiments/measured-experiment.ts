import {
  type ExperimentStatus,
  endedExperimentStatuses,
  type ItemFindings,
  type Metrics,
} from './experiment';
import { findExperiment } from './experiment.repository';
import { listReplyFindings } from './item.repository';

export { eraseSystemPrompts } from './experiment.repository';

/** The results of an experiment that has ended. */
export interface MeasuredExperiment {
  status: ExperimentStatus;
  metrics: Metrics;
  /** US cents. */
  costCents: number;
  items: ItemFindings[];
}

/** Null until the experiment has ended, `gone` when there is none. */
export async function findMeasuredExperiment(id: string): Promise<MeasuredExperiment | 'gone' | null> {
  const experiment = await findExperiment(id);
  if (experiment === null) return 'gone';
  const { status, tally, costCents } = experiment;
  if (tally === null || !endedExperimentStatuses.includes(status)) return null;
  return { status, metrics: tally.metrics, costCents, items: await listReplyFindings(id) };
}

/** The metrics of an experiment that has ended; null for one that has not, or is gone. */
export async function findFinalMetrics(id: string): Promise<Metrics | null> {
  return (await findExperiment(id))?.tally?.metrics ?? null;
}
