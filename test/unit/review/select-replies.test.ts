import { createHash, randomUUID } from 'node:crypto';
import type { ReviewedMessage } from '../../../src/conversations/storage/reviewed-message.repository';
import { MAX_ITEMS, selectReplies } from '../../../src/review/queues/select-replies';
import { drawStratified } from '../../../src/sets/stratified-sample';

function makeReplies(count: number): ReviewedMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    conversationId: randomUUID(),
    experimentId: null,
    role: 'assistant' as const,
    createdAt: new Date(1_700_000_000_000 + index * 1000),
    storedAt: new Date(),
    expireAt: null,
  }));
}

async function* inBatches(replies: ReviewedMessage[], size: number) {
  for (let start = 0; start < replies.length; start += size) yield replies.slice(start, start + size);
}

const { signal } = new AbortController();
const sample = (size: number, seed: string) => ({ kind: 'sample' as const, filter: '', size, seed });
const idsOf = (replies: { id: string }[]) => replies.map(({ id }) => id);

describe('a sample', () => {
  it('is the same for a seed and a population in any order, without repetition', async () => {
    const replies = makeReplies(1000);

    const one = await selectReplies(inBatches(replies, 7), sample(50, 'a'), signal);
    const other = await selectReplies(inBatches(replies.toReversed(), 400), sample(50, 'a'), signal);
    const seeded = await selectReplies(inBatches(replies, 7), sample(50, 'b'), signal);

    expect(one.population).toBe(1000);
    expect(new Set(idsOf(one.replies)).size).toBe(50);
    expect(idsOf(other.replies)).toEqual(idsOf(one.replies));
    expect(idsOf(seeded.replies)).not.toEqual(idsOf(one.replies));
  });

  it('of a smaller size is the beginning of a larger one, and has at most the population', async () => {
    const replies = makeReplies(30);

    const small = await selectReplies(inBatches(replies, 8), sample(5, 'a'), signal);
    const large = await selectReplies(inBatches(replies, 8), sample(100, 'a'), signal);

    expect(idsOf(large.replies).slice(0, 5)).toEqual(idsOf(small.replies));
    expect(large.replies).toHaveLength(30);
  });

  it('is what a sample of a set draws from the same ids: the lowest SHA-256 of seed, newline and id', async () => {
    const replies = makeReplies(100);
    const rankOf = (id: string) => createHash('sha256').update(`audit\n${id}`).digest('hex');
    const lowest = idsOf(replies).toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));

    const { replies: selected } = await selectReplies(inBatches(replies, 30), sample(10, 'audit'), signal);
    const ofSet = await drawStratified(
      replies.map(({ id }) => ({ id, stratum: '' })),
      10,
      'audit',
    );

    expect(idsOf(selected)).toEqual(lowest.slice(0, 10));
    expect(idsOf(ofSet).toSorted()).toEqual(lowest.slice(0, 10).toSorted());
  });

  it('includes each reply equally often over many seeds', async () => {
    const replies = makeReplies(20);
    const drawn = new Map<string, number>();
    for (let seed = 0; seed < 2000; seed += 1) {
      const { replies: selected } = await selectReplies(inBatches(replies, 20), sample(5, `${seed}`), signal);
      for (const { id } of selected) drawn.set(id, (drawn.get(id) ?? 0) + 1);
    }
    // Expected: 500 with a standard deviation of 19; five of them.
    for (const { id } of replies) expect(Math.abs((drawn.get(id) ?? 0) - 500)).toBeLessThan(97);
  });
});

it('selects the newest replies of a filter, up to the maximum, and counts all', async () => {
  const replies = makeReplies(MAX_ITEMS + 10);

  const selection = await selectReplies(inBatches(replies, 2000), { kind: 'filter', filter: '' }, signal);

  expect(selection.population).toBe(MAX_ITEMS + 10);
  expect(idsOf(selection.replies)).toEqual(idsOf(replies.slice(10).reverse()));
});
