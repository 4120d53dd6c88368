import type { PairedOutcomes } from '../../../packages/statistics';
import { itemCollection } from './experiment.model';
import type { ExperimentKey } from './item.repository';

// Hinted: the planner may choose the index of the workspace, which reads the items of all its experiments.
const positionIndex = { experimentId: 1, position: 1 } as const;

const hasFinding = (side: 'reply' | 'baseline') => ({ $gt: [{ $size: `$${side}.findings` }, 0] });
const countIf = (...conditions: object[]) => ({ $sum: { $cond: [{ $and: conditions }, 1, 0] } });

/**
 * Counts the pairs of original and new replies that both have a verdict, among the first `limit` conversations; of
 * several samples, the first one. `first` is the original reply.
 */
export async function countPairs(
  { id: experimentId, workspaceId }: ExperimentKey,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<PairedOutcomes> {
  const [outcomes] = await itemCollection()
    .aggregate<PairedOutcomes>(
      [
        { $match: { experimentId, workspaceId, sampleIndex: 0 } },
        { $sort: { position: 1 } },
        { $limit: limit },
        {
          $match: {
            status: 'completed',
            'reply.findings': { $type: 'array' },
            'baseline.findings': { $type: 'array' },
          },
        },
        {
          $group: {
            _id: null,
            pairs: { $sum: 1 },
            onlyInFirst: countIf(hasFinding('baseline'), { $not: hasFinding('reply') }),
            onlyInSecond: countIf(hasFinding('reply'), { $not: hasFinding('baseline') }),
          },
        },
        { $project: { _id: 0 } },
      ],
      { hint: positionIndex },
    )
    .toArray();
  return outcomes ?? { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
}

/** The number of skipped items, and the evaluations that they expected. Scoped by the experiment. */
export async function sumSkipped({
  id: experimentId,
  workspaceId,
}: ExperimentKey): Promise<{ items: number; evaluations: number }> {
  const [totals] = await itemCollection()
    .aggregate<{ items: number; evaluations: number }>(
      [
        { $match: { experimentId, workspaceId, status: 'skipped' } },
        { $group: { _id: null, items: { $sum: 1 }, evaluations: { $sum: '$evaluationsExpected' } } },
        { $project: { _id: 0 } },
      ],
      { hint: { experimentId: 1, status: 1, position: 1 } },
    )
    .toArray();
  return totals ?? { items: 0, evaluations: 0 };
}
