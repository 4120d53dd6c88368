import { FeatureTable } from '../../../model/features/feature-table';

it('keeps what is written to each column apart from the others, and one after another', () => {
  const table = new FeatureTable(2);
  const { first, second } = table.addGroup(['first', 'second']);

  first.set([1, 2]);
  second.set([3, 4]);

  expect(table.get('first')).toEqual(Float32Array.of(1, 2));
  expect(table.get('second')).toEqual(Float32Array.of(3, 4));
  expect(table.values.subarray(0, 4)).toEqual(Float32Array.of(1, 2, 3, 4));
  expect(() => table.get('third')).toThrow(RangeError);
});

it('refuses a column whose number the weights could not hold', () => {
  const table = new FeatureTable(1);
  for (let column = 0; column < 256; column += 1) table.add(`column ${column}`);

  expect(() => table.add('one more')).toThrow(RangeError);
});
