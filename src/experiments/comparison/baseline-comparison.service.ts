import { notFound } from '../../platform/errors/error-templates';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import { listCountedItemPairs } from '../store/compared-item.repository';
import { findExperimentWithoutIds, type ListedExperiment } from '../store/experiment.repository';
import { countEmptyReplies, type EmptyReplies } from './empty-replies';
import { pairWithOriginals } from './measured-pair';
import { comparePairs, type MetricComparison } from './paired-metrics';
import { isReadEarly, sortByStart } from './start-order';
import { type UntestedReason, untestedWithOriginals } from './untested';

/** An experiment compared with the original replies of its conversations. */
export interface BaselineComparison {
  experiment: ListedExperiment;
  metrics: MetricComparison[];
  untestedReason: UntestedReason | null;
  emptyReplies: EmptyReplies;
}

export type BaselineComparisonService = ReturnType<typeof createBaselineComparisonService>;

export function createBaselineComparisonService({
  queryTimeoutMs,
}: {
  /** Time limit of a comparison. */
  queryTimeoutMs: number;
}) {
  return { compareWithBaseline };

  /**
   * Compares the results so far of an experiment with the original replies of its conversations.
   * @throws AppError not_found, query_timeout
   */
  async function compareWithBaseline(
    workspaceId: string,
    id: string,
    signal: AbortSignal,
  ): Promise<BaselineComparison> {
    const experiment = await findExperimentWithoutIds(workspaceId, id);
    if (experiment === null) throw notFound('Experiment', 'experiment_id');
    return withinTimeLimit(queryTimeoutMs, signal, async (timeLimit) => {
      const pairs = pairWithOriginals(
        sortByStart(await listCountedItemPairs(experiment, timeLimit), experiment),
      );
      const untestedReason = untestedWithOriginals(experiment);
      const metrics = await comparePairs(pairs, {
        resampling: untestedReason === null ? { seed: id, isReversed: false } : null,
        isEarly: isReadEarly(experiment),
      });
      return { experiment, metrics, untestedReason, emptyReplies: countEmptyReplies(pairs) };
    });
  }
}
