import { type EqualGroups, seededRandom, shareVariance } from '..';

const group = (yes: number, count: number, groups = 1): EqualGroups => ({ yes, count, groups });

describe('shareVariance', () => {
  it('is all between groups where the outcomes of a group agree, and all within where the groups do', () => {
    const agreed = shareVariance([group(0, 4, 3), group(4, 4, 2)]);
    const equal = shareVariance([group(2, 4, 5)]);

    // The sample variance of the five shares 0, 0, 0, 1 and 1, and of the four outcomes 0, 0, 1 and 1.
    expect(agreed).toEqual({
      groups: 5,
      outcomes: 20,
      between: expect.closeTo(0.3, 12),
      within: 0,
      intraclassCorrelation: 1,
      effectiveOutcomes: 5,
    });
    expect(equal).toEqual({
      groups: 5,
      outcomes: 20,
      between: 0,
      within: 1 / 3,
      intraclassCorrelation: 0,
      effectiveOutcomes: 20,
    });
  });

  it('follows the analysis of variance of groups of different sizes', () => {
    const variance = shareVariance([group(1, 2), group(0, 3), group(4, 5)]);

    // Within: (1/2 + 0 + 4/5) / 7. Between: (2·0 + 3·(1/2)² + 5·(3/10)² − 2·1.3/7) / (10 − 38/10).
    expect(variance?.within).toBeCloseTo(1.3 / 7, 12);
    expect(variance?.between).toBeCloseTo((0.75 + 0.45 - (2 * 1.3) / 7) / (10 - 3.8), 12);
  });

  it('has no value for one reply per group, for one group and for equal outcomes', () => {
    expect(shareVariance([])).toBeNull();
    expect(shareVariance([group(1, 1, 30), group(0, 1, 60)])).toBeNull();
    expect(shareVariance([group(2, 5)])).toBeNull();
    expect(shareVariance([group(0, 5, 3)])).toMatchObject({
      between: 0,
      within: 0,
      intraclassCorrelation: null,
      effectiveOutcomes: null,
    });
  });

  it('is right on average over simulated groups, of which some lack outcomes', () => {
    const random = seededRandom('components');
    const drawShare = () => random() / 2 ** 32;
    const runs = 400;
    let [between, within] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const variance = shareVariance(
        Array.from({ length: 40 }, (_, index) => {
          const probability = drawShare() < 0.5 ? 0.1 : 0.7;
          const count = 1 + (index % 5);
          return group(Array.from({ length: count }).filter(() => drawShare() < probability).length, count);
        }),
      );
      between += (variance?.between ?? 0) / runs;
      within += (variance?.within ?? 0) / runs;
    }

    // Of probabilities 0.1 and 0.7: 0.3², and the mean of 0.09 and 0.21.
    expect(between).toBeCloseTo(0.09, 2);
    expect(within).toBeCloseTo(0.15, 2);
  });
});
