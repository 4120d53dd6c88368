import type { SampleSize } from '../../../packages/client';
import { formatNumber, formatPercent } from '../shared/wording';

const points = (share: number) => `${formatNumber(100 * share, 1)} percentage points`;
const needed = (count: number | null) => (count === null ? 'more than 10,000' : formatNumber(count));

/** How many conversations a minimum effect needs, for a terminal. */
export function describeSampleSize(size: SampleSize): string {
  const source =
    size.discordance_source === 'default'
      ? 'assumed: past experiments have fewer than 30 pairs of replies'
      : `over ${formatNumber(size.past_pairs_count)} pairs of ${formatNumber(size.past_experiments_count)} past experiments`;
  return [
    `A difference of ${points(size.min_effect)} in the issue rate, alpha ${size.alpha}, power ${size.power}`,
    `One reply of two has an issue in ${formatPercent(size.discordance)} of conversations (${source}).`,
    ...(size.samples_per_item === 1
      ? [
          `Conversations for one test at the end: ${needed(size.conversations)}`,
          `Conversations with stop_when, at most: ${needed(size.conversations_with_stop_when)}`,
        ]
      : describeSamples(size)),
  ].join('\n');
}

function describeSamples({
  samples_per_item: samples,
  within_conversation: within,
  conversations,
  items_count: items,
  conversations_with_one_sample: withOne,
}: SampleSize): string[] {
  return [
    within === null
      ? 'Past experiments have fewer than 30 conversations with several samples: further samples are assumed to save nothing.'
      : `Variance of having an issue within a conversation: ${formatNumber(within, 3)} (past experiments)`,
    `Conversations with ${samples} samples each: ${needed(conversations)}${items === null ? '' : ` (${formatNumber(items)} replies)`}`,
    `Conversations with one sample each: ${needed(withOne)}`,
  ];
}
