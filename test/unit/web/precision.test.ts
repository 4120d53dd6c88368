import { formatConfirmed, formatPrecision } from '../../../web/src/text/precision';

it('gives counts alone where too few findings are reviewed for a rate', () => {
  const precisionOf = (n: number, interval: [number, number]) => ({ value: 1, interval, n });

  expect(formatConfirmed(1, precisionOf(1, [0.207, 1]))).toBe('1 of 1 confirmed');
  expect(formatPrecision(precisionOf(1, [0.207, 1]))).toBe('Too few reviewed');
  expect(formatPrecision(precisionOf(4, [0.5, 1]))).toBe('Too few reviewed');
  expect(formatPrecision(precisionOf(5, [0.566, 1]))).toBe('100.0% (56.6% to 100.0%)');
});
