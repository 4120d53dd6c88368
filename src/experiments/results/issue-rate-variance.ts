import { type ShareVariance, shareVariance } from '../../../packages/statistics';
import { withinTimeLimit } from '../../platform/mongo/time-limit';
import type { Experiment } from '../store/experiment';
import { countSamples } from '../store/sample-counts.repository';

export function createIssueRateVariance({ queryTimeoutMs }: { queryTimeoutMs: number }) {
  /**
   * Where the variance of having an issue comes from, of the new replies that have a verdict. Null with one sample per
   * conversation, and where no conversation has two such replies.
   * @throws AppError query_timeout
   */
  return async (
    experiment: Pick<Experiment, 'id' | 'workspaceId' | 'samplesPerItem'>,
    signal: AbortSignal,
  ): Promise<ShareVariance | null> => {
    if (experiment.samplesPerItem === 1) return null;
    return withinTimeLimit(queryTimeoutMs, signal, async (limit) =>
      shareVariance(await countSamples(experiment, { limit })),
    );
  };
}
