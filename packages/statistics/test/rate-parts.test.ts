import { mixContribution, withinContribution } from '..';

describe('the parts of a difference of rates', () => {
  it.each([
    ['moving rates', { shares: [0.3, 0.7], rates: [0.1, 0.2] }, { shares: [0.3, 0.7], rates: [0.5, 0.2] }],
    ['moving shares', { shares: [0.3, 0.7], rates: [0.1, 0.2] }, { shares: [0.6, 0.4], rates: [0.1, 0.2] }],
    ['a new part', { shares: [1, 0], rates: [0.1, null] }, { shares: [0.4, 0.6], rates: [0.2, 0.5] }],
  ])('add up to it with %s', (_, before, after) => {
    const rateOf = ({ shares, rates }: typeof before) =>
      shares.reduce((sum, share, index) => sum + share * (rates[index] ?? 0), 0);
    const meanRate = (rateOf(before) + rateOf(after)) / 2;
    const parts = before.shares.map((share, index) => {
      const first = { share, rate: before.rates[index] ?? null };
      const second = { share: after.shares[index] ?? 0, rate: after.rates[index] ?? null };
      return {
        within: withinContribution(first, second),
        mix: mixContribution(first, second, meanRate),
      };
    });

    const sum = parts.reduce((total, { within, mix }) => total + within + mix, 0);
    expect(sum).toBeCloseTo(rateOf(after) - rateOf(before), 12);
  });

  it('are a rate or a share alone if the other does not move', () => {
    const [first, second] = [
      { share: 0.3, rate: 0.1 },
      { share: 0.3, rate: 0.5 },
    ];
    expect(withinContribution(first, second)).toBeCloseTo(0.12, 12);
    expect(mixContribution(first, second, 0.2)).toBe(0);
    expect(withinContribution(first, { share: 0.5, rate: 0.1 })).toBe(0);
    expect(withinContribution({ share: 0, rate: null }, second)).toBe(0);
  });
});
