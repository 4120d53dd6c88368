import { describePValue, formatEValue, formatPValue } from '..';

describe('p-values', () => {
  it.each([
    [0, '< 0.001'],
    [2.3e-7, '< 0.001'],
    [0.00099, '< 0.001'],
    [0.001, '0.001'],
    [0.00449, '0.004'],
    [0.0097, '0.01'],
    [0.0312, '0.03'],
    [0.0451, '0.045'],
    [0.0499, '0.049'],
    [0.0499999, '0.049'],
    [0.05, '0.050'],
    [0.0542, '0.054'],
    [0.056, '0.06'],
    [0.625, '0.63'],
    [0.9999, '> 0.99'],
    [1, '1'],
    [null, '–'],
  ])('are written as people do: %p as %s', (p, text) => {
    expect(formatPValue(p)).toBe(text);
  });

  it('have a relation in a sentence', () => {
    expect([0.0312, 2.3e-7, 0.999, 1].map(describePValue)).toEqual([
      'p = 0.03',
      'p < 0.001',
      'p > 0.99',
      'p = 1',
    ]);
  });
});

it('writes e-values without crossing the level of 20', () => {
  expect([null, 1.26, 19.99, 20, 31.2, 5000, 1e9].map(formatEValue)).toEqual([
    '–',
    '1.2',
    '19',
    '20',
    '31',
    '5,000',
    'over 1,000,000',
  ]);
});
