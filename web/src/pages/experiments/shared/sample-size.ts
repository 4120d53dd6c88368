import type { GetResponse } from '../../../api/types';
import { formatCount, formatPoints, formatShare } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';

type SampleSize = GetResponse<'/v1/experiments/plan'>;

/** The share of typed percentage points; null unless the service accepts it. */
export function toEffect(points: string): number | null {
  const effect = Number(points) / 100;
  return effect >= 0.001 && effect < 1 ? effect : null;
}

/** The typed number of samples; null unless the service accepts it. */
export function toSamples(text: string): number | null {
  const samples = Number(text);
  return Number.isInteger(samples) && samples >= 1 && samples <= 10 ? samples : null;
}

/** How many conversations a minimum effect needs, next to the number of selected ones if it is known. */
export function describeSampleSize(size: SampleSize, selected: number | null): string {
  const source =
    size.discordance_source === 'default'
      ? `assuming that ${formatShare(size.discordance)} of replies differ from the original ones`
      : `as ${formatShare(size.discordance)} of ${pluralize(size.past_pairs_count, 'past pair')} differed`;
  const needed = size.samples_per_item === 1 ? describeOneSample(size) : describeSamples(size);
  return [
    `An effect of ${formatPoints(size.min_effect)} needs ${needed}, ${source}.`,
    ...(size.samples_per_item > 1 && size.within_conversation === null
      ? ['Past experiments do not show what samples save.']
      : []),
    ...(selected === null ? [] : [`Selected: ${formatCount(selected)}.`]),
  ].join(' ');
}

function describeOneSample({ conversations, conversations_with_stop_when: withRule }: SampleSize): string {
  return conversations === null
    ? 'more than 10,000 conversations'
    : `${pluralize(conversations, 'conversation')}, or at most ${withRule === null ? 'more than 10,000' : formatCount(withRule)} to stop once decided`;
}

function describeSamples({
  samples_per_item: samples,
  conversations,
  items_count: items,
  conversations_with_one_sample: withOne,
}: SampleSize): string {
  const one = withOne === null ? 'more than 10,000' : formatCount(withOne);
  const needed =
    conversations === null
      ? `more than 10,000 replies with ${samples} samples each`
      : `${pluralize(conversations, 'conversation')} with ${samples} samples each (${formatCount(items)} replies)`;
  return `${needed}, or ${one} with one sample`;
}
