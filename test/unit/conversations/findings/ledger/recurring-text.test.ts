import { recurringTextOf } from '../../../../../src/conversations/findings/ledger/recurring-text';

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
  ['114-3941', 'number', '1143941'],
  ['12-345', 'number', '12-345'],
  ['12/345', 'number', '12-345'],
  ['+1 (555) 012-3456', 'number', '15550123456'],
  ['(555) 012-3456', 'number', '5550123456'],
  ['555-012-3456', 'number', '5550123456'],
  ['555 012 3456', 'number', '5550123456'],
  ['2026-01-15', null, null],
  ['15/01/2026', null, null],
  ['Ada  Lovelace', 'name', 'ada lovelace'],
  ["Ada Lovelace's", 'name', 'ada lovelace'],
  ['Ludwig van Beethoven', 'name', 'ludwig van beethoven'],
  ['v1.23', 'sku', 'V1-23'],
  ['v12.3', 'sku', 'V12-3'],
  ['AB-12-34', 'sku', 'AB12-34'],
  ['ab12/34', 'sku', 'AB12-34'],
  ['10-a-20', 'sku', '10A20'],
  ['1042-B7', 'sku', '1042B7'],
  ['10²', null, null],
  ['1²', null, null],
  ['10am', null, null],
  ['3rd', null, null],
  ['21ST', null, null],
  ['5GB', null, null],
  ['2.5GHz', null, null],
  ['1h30m', null, null],
  ['90s', null, null],
  [`https://example.com/${'a'.repeat(188)}`, 'url', `example.com/${'a'.repeat(188)}`],
  [`https://example.com/${'a'.repeat(189)}`, null, null],
  [`See https://example.com/a ${'b'.repeat(700)}`, 'url', 'example.com/a'],
  [`See https://example.com/a ${'b'.repeat(800)}`, null, null],
  ['The order ships on Friday', null, null],
  ['four', null, null],
  ['', null, null],
])('recognizes %j as %s %s', (text, kind, key) => {
  expect(recurringTextOf(text)).toEqual(kind === null ? null : { kind, key });
});

it('takes linear time on long texts', () => {
  const begin = performance.now();
  for (const unit of ['A', 'A ', '1,', 'a1-', '1m', '1w', '1.', 'http://', '"', 'Van de ', '1-', '1 - (']) {
    for (const length of [60, 200, 800, 400_000]) {
      recurringTextOf(unit.repeat(length / unit.length));
      recurringTextOf(`${unit.repeat((length - 1) / unit.length)}_`);
    }
  }
  expect(performance.now() - begin).toBeLessThan(1000);
});
