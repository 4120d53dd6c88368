import { cacheCounts } from '../../../src/platform/rate-limits/cached-counts';

const AGES = { freshMs: 1000, staleMs: 60_000 };

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A count whose reads end when the test says so. */
function createReads() {
  const reads: { resolve(count: number): void; reject(error: Error): void }[] = [];
  const read = () => new Promise<number>((resolve, reject) => reads.push({ resolve, reject }));
  return { reads, countOf: cacheCounts(read, AGES) };
}

it('returns the last count while the next one is read', async () => {
  const { reads, countOf } = createReads();
  const first = [countOf('a'), countOf('a')];
  reads[0]?.resolve(7);
  expect(await Promise.all(first)).toEqual([7, 7]);

  jest.setSystemTime(5000);
  expect([await countOf('a'), await countOf('a')]).toEqual([7, 7]);
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(8);
  await Promise.resolve();

  expect(await countOf('a')).toBe(8);
});

it('waits for the next count when the last one is too old', async () => {
  const { reads, countOf } = createReads();
  const first = countOf('a');
  reads[0]?.resolve(7);
  await first;

  jest.setSystemTime(62_000);
  const next = countOf('a');
  reads[1]?.resolve(9);

  expect(await next).toBe(9);
});

it('waits for the next count where the last one would refuse', async () => {
  const reads = [10, 4];
  const countOf = cacheCounts(async () => reads.shift() ?? 0, { ...AGES, staleBelow: 10 });
  expect(await countOf('a')).toBe(10);

  jest.setSystemTime(5000);

  expect(await countOf('a')).toBe(4);
});

it('returns the last count when a read fails, and rejects where there is none', async () => {
  const { reads, countOf } = createReads();
  const first = countOf('a');
  reads[0]?.reject(new Error('slow'));
  await expect(first).rejects.toThrow('slow');
  const second = countOf('a');
  reads[1]?.resolve(7);
  await second;

  jest.setSystemTime(62_000);
  const third = countOf('a');
  reads[2]?.reject(new Error('slow'));

  expect(await third).toBe(7);
  expect(await countOf('a')).toBe(7);
  expect(reads).toHaveLength(3);
});
