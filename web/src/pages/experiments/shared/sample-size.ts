import type { GetResponse } from '../../../api/types';
import { formatCount, formatPoints, formatShare } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';

type SampleSize = GetResponse<'/v1/experiments/plan'>;

/** The share of typed percentage points; null unless the service accepts it. */
export function toEffect(points: string): number | null {
  const effect = Number(points) / 100;
  return effect >= 0.001 && effect < 1 ? effect : null;
}

/** How many conversations a minimum effect needs, next to the number of selected ones if it is known. */
export function describeSampleSize(size: SampleSize, selected: number | null): string {
  const { conversations, conversations_with_stop_when: withRule } = size;
  const source =
    size.discordance_source === 'default'
      ? `assuming that ${formatShare(size.discordance)} of replies differ from the original ones`
      : `as ${formatShare(size.discordance)} of ${pluralize(size.past_pairs_count, 'past pair')} differed`;
  const needed =
    conversations === null
      ? 'more than 10,000 conversations'
      : `${pluralize(conversations, 'conversation')}, or at most ${withRule === null ? 'more than 10,000' : formatCount(withRule)} to stop once decided`;
  const text = `An effect of ${formatPoints(size.min_effect)} needs ${needed}, ${source}.`;
  return selected === null ? text : `${text} Selected: ${formatCount(selected)}.`;
}
