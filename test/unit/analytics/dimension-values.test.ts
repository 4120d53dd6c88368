import { BlockValues } from '../../../src/analytics/block-values';
import { DimensionValues } from '../../../src/analytics/dimension-values';
import type { StoredValues } from '../../../src/analytics/dimension-values.repository';
import { DAY_MS } from '../../../src/analytics/interval';

const BLOCK_MS = 32 * DAY_MS;
const MAX_COUNTED = 200;

const storedModels = (values: string[]): StoredValues => ({
  version: 3,
  dimensions: [{ dimension: 'model', values }],
});
const names = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);
const model = (value: string) => ({ dimension: 'model' as const, value });

describe('the values of a block', () => {
  const makeBlock = (count: number) => new BlockValues(storedModels(names(count)), MAX_COUNTED);

  it('count 200 of a dimension by themselves', () => {
    const block = makeBlock(199);

    expect(block.admit('model', 'last')).toBe('last');
    expect(block.admit('model', 'late')).toBeNull();
    expect(block.admit('agent', 'late')).toBe('late');
    expect(block.admit('agent', 'x'.repeat(257))).toBeNull();
    expect([
      block.mayBeInRest(model('last')),
      block.mayBeInRest(model('late')),
      block.mayBeInRest({ dimension: 'agent', value: 'x'.repeat(257) }),
    ]).toEqual([false, true, true]);
  });

  it('do not occur in a block whose list is without them, unless it has 1,000 others', () => {
    const block = makeBlock(999);

    expect(block.mayBeInRest(model('absent'))).toBe(false);
    block.admit('model', 'last');

    expect(block.mayBeInRest(model('absent'))).toBe(true);
    expect(block.mayBeInRest(model('m199'))).toBe(false);
    expect(block.mayBeInRest(model('m200'))).toBe(true);
  });

  it('have names by their place, which new ones leave as it is', () => {
    const block = makeBlock(200);
    block.admit('model', 'late');

    const segments = [model('m0'), model('m199'), model('late'), { ...model(''), value: null }];
    expect(segments.map((segment) => block.nameOf(segment))).toEqual(['0', '199', null, 'rest']);
    expect(['0', '199', 'rest'].map((name) => block.valueOf('model', name))).toEqual(['m0', 'm199', null]);
  });
});

describe('the values of a window', () => {
  const makeValues = (isCurrent = true) => {
    const replaced: [start: number, values: StoredValues][] = [];
    const stored = new Map([
      [0, storedModels(['a', 'b'])],
      [BLOCK_MS, storedModels(['b'])],
    ]);
    const values = new DimensionValues(
      stored,
      async (...args) => {
        replaced.push(args);
        return isCurrent;
      },
      1,
    );
    return { values, replaced };
  };

  it('may be counted by themselves in one block and in the rest of another', () => {
    const { values } = makeValues();

    expect([values.at(0).admit('model', 'b'), values.at(BLOCK_MS).admit('model', 'b')]).toEqual([null, 'b']);
    expect(['a', 'b', 'c'].map((value) => values.mayBeInRest(model(value)))).toEqual([false, true, false]);
    expect(['a', 'b', 'c'].map((value) => values.namesOf(model(value)))).toEqual([['0'], ['0'], []]);
  });

  it('are stored once with each change', async () => {
    const { values, replaced } = makeValues();

    expect(await values.store()).toBe(true);
    values.at(BLOCK_MS + 1).admit('model', 'c');
    values.at(-1).admit('model', 'd');
    expect([await values.store(), await values.store()]).toEqual([true, true]);

    expect(replaced).toEqual([
      [BLOCK_MS, { version: 4, dimensions: [{ dimension: 'model', values: ['b', 'c'] }] }],
      [-BLOCK_MS, { version: 1, dimensions: [{ dimension: 'model', values: ['d'] }] }],
    ]);
  });

  it('are not stored any more once another process has changed them', async () => {
    const { values, replaced } = makeValues(false);

    values.at(0).admit('model', 'c');
    expect(await values.store()).toBe(false);
    values.at(0).admit('model', 'd');

    expect(await values.store()).toBe(false);
    expect(replaced).toHaveLength(1);
  });
});
