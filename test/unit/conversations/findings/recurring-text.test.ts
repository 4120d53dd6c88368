import { recurringTextOf } from '../../../../src/conversations/findings/recurring-text';

it.each([
  ['https://www.Example.com/returns/', 'url', 'example.com/returns'],
  ['See http://example.com/returns#how.', 'url', 'example.com/returns'],
  ['"SKU-10 42"', null, null],
  ['sku-1042', 'sku', 'SKU1042'],
  ['"SKU_1042"', 'sku', 'SKU1042'],
  ['$1,250.00', 'number', '1250'],
  ['1250', 'number', '1250'],
  ['12.50 %', 'number', '12.5%'],
  ['100', 'number', '100'],
  ['-3.0', 'number', '-3'],
  ['Ada  Lovelace', 'name', 'ada lovelace'],
  ["Ada Lovelace's", 'name', 'ada lovelace'],
  ['Ludwig van Beethoven', 'name', 'ludwig van beethoven'],
  ['The order ships on Friday', null, null],
  ['four', null, null],
  ['', null, null],
])('recognizes %j as %s %s', (text, kind, key) => {
  expect(recurringTextOf(text)).toEqual(kind === null ? null : { kind, key });
});

it('takes linear time on long texts', () => {
  const begin = performance.now();
  for (const unit of ['A', 'A ', '1,', 'a1-', 'http://', '"', 'Van de '])
    recurringTextOf(unit.repeat(200_000));
  expect(performance.now() - begin).toBeLessThan(1000);
});
