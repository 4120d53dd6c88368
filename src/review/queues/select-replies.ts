import { isSliceOver, nextSlice } from '../../../packages/concurrency';
import type { ReviewedMessage } from '../../conversations/storage/reviewed-message.repository';
import { sampleRank } from '../../platform/sample-rank';
import type { QueueSource } from './store/review-queue';

/** Items of a queue. */
export const MAX_ITEMS = 10_000;

/** The selected replies in the order of a queue, of how many. */
export interface Selection {
  replies: ReviewedMessage[];
  population: number;
}

interface RankedReply {
  reply: ReviewedMessage;
  rank: string;
}

/**
 * Selects replies of a population: a sample by the lowest hashes of its seed and their ids, others the newest. The same
 * seed and population select the same replies, in any order of the population. Needs memory for the selected ones only.
 */
export async function selectReplies(
  population: AsyncIterable<ReviewedMessage[]>,
  source: QueueSource,
  signal: AbortSignal,
): Promise<Selection> {
  const size = source.kind === 'sample' ? source.size : MAX_ITEMS;
  const rankOf =
    source.kind === 'sample' ? ({ id }: ReviewedMessage) => sampleRank(source.seed, id) : newestFirst;
  let first: RankedReply[] = [];
  let count = 0;
  for await (const batch of population) {
    count += batch.length;
    for (const reply of batch) first.push({ reply, rank: rankOf(reply) });
    if (first.length >= 2 * size) first = firstOf(first, size);
    if (isSliceOver()) await nextSlice(signal);
  }
  return { replies: firstOf(first, size).map(({ reply }) => reply), population: count };
}

function firstOf(ranked: RankedReply[], size: number): RankedReply[] {
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, size);
}

/** The text of a number that decreases with the time. */
function newestFirst({ createdAt, id }: ReviewedMessage): string {
  return `${String(Number.MAX_SAFE_INTEGER - createdAt.getTime()).padStart(17, '0')} ${id}`;
}
