import { createRoundRobin, type Position } from '../../../../src/platform/reconciliation/round-robin';

interface Entry {
  workspaceId: string;
  id: string;
}

/** Lists the entries of each workspace, whose ids are their order, and counts reads. */
function makeSource(entriesOf: Record<string, number>) {
  const reads = { count: 0, maxLimit: 0 };
  const source = {
    listWorkspaces: async () => Object.keys(entriesOf).filter((workspaceId) => entriesOf[workspaceId]),
    listAfter: async (workspaceId: string, position: Position | null, limit: number): Promise<Entry[]> => {
      reads.count += 1;
      reads.maxLimit = Math.max(reads.maxLimit, limit);
      const first = position === null ? 0 : Number(position.id) + 1;
      const length = Math.max(0, Math.min(limit, (entriesOf[workspaceId] ?? 0) - first));
      return Array.from({ length }, (_, index) => ({ workspaceId, id: String(first + index) }));
    },
    positionOf: ({ id }: Entry) => ({ at: new Date(0), id }),
    workspaceOf: ({ workspaceId }: Entry) => workspaceId,
  };
  return { source, reads };
}

const keys = (entries: Entry[]) => entries.map(({ workspaceId, id }) => `${workspaceId}${id}`);

it('has the single entry of one workspace in its first turn, however many others have', async () => {
  const { source } = makeSource({ a: 10_000, b: 1, c: 10_000 });
  const take = createRoundRobin(source);

  const { entries, isComplete } = await take(100);

  expect(entries).toHaveLength(100);
  expect(keys(entries.slice(0, 3))).toEqual(['a0', 'b0', 'c0']);
  expect(isComplete).toBe(false);
});

it('reaches every entry once in a round, in batches of the limit', async () => {
  const { source, reads } = makeSource({ a: 250, b: 30 });
  const take = createRoundRobin(source);
  const seen: string[] = [];

  let isComplete = false;
  let batches = 0;
  while (!isComplete) {
    const batch = await take(100);
    expect(batch.entries.length).toBeLessThanOrEqual(100);
    seen.push(...keys(batch.entries).filter((key) => key.startsWith('a')));
    isComplete = batch.isComplete;
    batches += 1;
  }

  expect(seen).toHaveLength(250);
  expect(new Set(seen).size).toBe(250);
  expect(batches).toBeLessThanOrEqual(4);
  expect(reads.maxLimit).toBeLessThanOrEqual(100);
});

it('reads no more often than the batch has entries when there are more workspaces than that', async () => {
  const workspaces = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`w${1000 + index}-`, 5]));
  const { source, reads } = makeSource(workspaces);
  const take = createRoundRobin(source);

  const batches = [await take(100), await take(100), await take(100)];

  expect(reads.count).toBe(300);
  expect(new Set(batches.flatMap(({ entries }) => entries.map(({ workspaceId }) => workspaceId))).size).toBe(
    300,
  );
});

it('begins again at the first entry once the end is reached', async () => {
  const { source } = makeSource({ a: 2 });
  const take = createRoundRobin(source);

  const batches = [await take(10), await take(10)];

  expect(batches.map(({ entries }) => keys(entries))).toEqual([
    ['a0', 'a1'],
    ['a0', 'a1'],
  ]);
  expect(batches.map(({ isComplete }) => isComplete)).toEqual([true, true]);
});
