import { formatPValue as formatInTerminal } from '../../../src/cli/shared/p-values';
import { describePValue, formatPValue } from '../../../web/src/text/p-values';

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
  ])('are written as people do, in the dashboard and in the terminal: %p as %s', (p, text) => {
    expect([formatPValue(p), formatInTerminal(p)]).toEqual([text, text]);
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
