import { DimensionValues } from '../../../src/analytics/dimension-values';
import type { StoredValues } from '../../../src/analytics/dimension-values.repository';

function makeValues(stored: string[] = [], isCurrent = true) {
  const replaced: StoredValues[] = [];
  const values = new DimensionValues(
    { version: 3, dimensions: [{ dimension: 'model', values: stored }] },
    async (next) => {
      replaced.push(next);
      return isCurrent;
    },
  );
  return { values, replaced };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

it('admits new values until a dimension has 200, and others to the rest', () => {
  const { values } = makeValues(names(199));

  expect(values.admit('model', 'last')).toBe('last');
  expect(values.admit('model', 'late')).toBeNull();
  expect(values.admit('agent', 'late')).toBe('late');
  expect(values.admit('agent', 'x'.repeat(257))).toBeNull();
  expect([
    values.isInRest({ dimension: 'model', value: 'last' }),
    values.isInRest({ dimension: 'model', value: 'late' }),
    values.isInRest({ dimension: 'agent', value: 'unseen' }),
  ]).toEqual([false, true, false]);
});

it('names values by their place, which new ones leave as it is', () => {
  const { values } = makeValues(['a', 'b']);
  values.admit('model', 'c');

  expect([...values.byName('model')]).toEqual([
    ['0', 'a'],
    ['1', 'b'],
    ['2', 'c'],
    ['rest', null],
  ]);
  expect(values.nameOf({ dimension: 'model', value: 'unseen' })).toBeNull();
});

it('stores each change once', async () => {
  const { values, replaced } = makeValues(['a']);

  expect(await values.store()).toBe(true);
  values.admit('model', 'b');
  expect([await values.store(), await values.store()]).toEqual([true, true]);

  expect(replaced).toEqual([{ version: 4, dimensions: [{ dimension: 'model', values: ['a', 'b'] }] }]);
});

it('stores nothing more once another process has changed the lists', async () => {
  const { values, replaced } = makeValues(['a'], false);

  values.admit('model', 'b');
  expect(await values.store()).toBe(false);
  values.admit('model', 'c');

  expect(await values.store()).toBe(false);
  expect(replaced).toHaveLength(1);
});
