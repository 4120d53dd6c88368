import type { z } from 'zod';
import type { sampleSizeSchema } from '../../experiments/planning/sample-size.schema';
import { formatNumber } from '../shared/wording';

const percent = (share: number) => `${formatNumber(100 * share, 1)}%`;
const points = (share: number) => `${formatNumber(100 * share, 1)} percentage points`;
const needed = (count: number | null) => (count === null ? 'more than 10,000' : formatNumber(count));

/** How many conversations a minimum effect needs, for a terminal. */
export function describeSampleSize(size: z.infer<typeof sampleSizeSchema>): string {
  const source =
    size.discordance_source === 'default'
      ? 'assumed: past experiments have fewer than 30 pairs of replies'
      : `over ${formatNumber(size.past_pairs_count)} pairs of ${formatNumber(size.past_experiments_count)} past experiments`;
  return [
    `A difference of ${points(size.min_effect)} in the issue rate, alpha ${size.alpha}, power ${size.power}`,
    `One reply of two has an issue in ${percent(size.discordance)} of conversations (${source}).`,
    `Conversations for one test at the end: ${needed(size.conversations)}`,
    `Conversations with stop_when, at most: ${needed(size.conversations_with_stop_when)}`,
  ].join('\n');
}
