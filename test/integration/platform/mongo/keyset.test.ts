import mongoose from 'mongoose';
import { newestFirst } from '../../../../src/platform/mongo/keyset';
import type { TimePosition } from '../../../../src/platform/time-position';
import { useDatabase } from '../../../support/database';

useDatabase();

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

/** The ids in the order of pages of `limit`. */
async function readPages(collection: string, limit: number, idField?: string): Promise<string[]> {
  const ids: string[] = [];
  let after: TimePosition | null = null;
  for (;;) {
    const { filter, sort } = newestFirst(after, idField);
    const page = await mongoose.connection
      .collection(collection)
      .find({ group: 'a', ...filter }, { sort, limit })
      .toArray();
    const positions = page.map((entry) => ({
      id: String(entry[idField ?? '_id']),
      createdAt: entry.createdAt as Date,
    }));
    ids.push(...positions.map(({ id }) => id));
    const last = positions.at(-1);
    if (last === undefined) return ids;
    after = last;
  }
}

it.each([1, 2, 3, 10])('reads every entry once, newest first, in pages of %i', async (limit) => {
  const entries = ['b', 'd', 'a', 'e', 'c'].map((id) => ({ _id: id, group: 'a', createdAt: at(5) }));
  const others = [
    { _id: 'newest', group: 'a', createdAt: at(9) },
    { _id: 'oldest', group: 'a', createdAt: at(1) },
    { _id: 'foreign', group: 'b', createdAt: at(5) },
  ];
  const collection = `pages_of_${limit}`;
  await mongoose.connection.collection<{ _id: string }>(collection).insertMany([...entries, ...others]);

  const ids = await readPages(collection, limit);

  expect(ids).toEqual(['newest', 'e', 'd', 'c', 'b', 'a', 'oldest']);
});

it('takes the id from another field', async () => {
  const entries = ['b', 'a', 'c'].map((key) => ({ key, group: 'a', createdAt: at(5) }));
  await mongoose.connection.collection('other_id').insertMany(entries);

  const ids = await readPages('other_id', 1, 'key');

  expect(ids).toEqual(['c', 'b', 'a']);
});

it('reads a page after the first as one range of an index', async () => {
  const collection = mongoose.connection.collection('ranges');
  await collection.createIndex({ group: 1, createdAt: -1, _id: -1 });
  const entries = Array.from({ length: 100 }, (_, second) => ({ group: 'a', createdAt: at(second) }));
  await collection.insertMany(entries);
  const { filter, sort } = newestFirst({ createdAt: at(50), id: 'f' });

  const plan = await collection
    .find({ group: 'a', ...filter }, { sort, limit: 10 })
    .explain('executionStats');

  expect(plan.executionStats).toMatchObject({ nReturned: 10 });
  expect(plan.executionStats.totalKeysExamined).toBeLessThan(15);
  expect(JSON.stringify(plan.queryPlanner.winningPlan)).not.toContain('"SORT"');
});
