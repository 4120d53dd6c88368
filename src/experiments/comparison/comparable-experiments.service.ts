import { notFound } from '../../platform/errors/error-templates';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { TimePosition } from '../../platform/time-position';
import { type ComparablePage, findComparable } from '../store/comparable-experiment.repository';
import { findExperiment } from '../store/experiment.repository';

export type ComparableExperimentsService = ReturnType<typeof createComparableExperimentsService>;

export function createComparableExperimentsService({ queryTimeoutMs }: { queryTimeoutMs: number }) {
  return { listComparable };

  /**
   * The next experiments that share conversations with one, newest first. A page may be empty although more follow,
   * because a bounded number of experiments is examined for it.
   * @throws AppError not_found, query_timeout
   */
  async function listComparable(
    workspaceId: string,
    id: string,
    position: TimePosition | null,
    signal: AbortSignal,
  ): Promise<ComparablePage> {
    const experiment = await findExperiment(workspaceId, id);
    if (experiment === null) throw notFound('Experiment', 'experiment_id');
    return withinTimeLimit(queryTimeoutMs, signal, (limit) => findComparable(experiment, position, limit));
  }
}
