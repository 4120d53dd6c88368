import { type OutcomeCount, rateContribution } from '..';

/** Parts of one sample. */
type Sample = [outcomes: number, yes: number][];

const sum = (counts: OutcomeCount[]) => ({
  outcomes: counts.reduce((total, { outcomes }) => total + outcomes, 0),
  yes: counts.reduce((total, { yes }) => total + yes, 0),
});

const divide = (before: Sample, after: Sample) => {
  const [first, second] = [before, after].map((sample) =>
    sample.map(([outcomes, yes]) => ({ outcomes, yes })),
  );
  const [one = [], other = []] = [first, second];
  const whole = [sum(one), sum(other)] as const;
  return {
    difference: whole[1].yes / whole[1].outcomes - whole[0].yes / whole[0].outcomes,
    parts: one.map((count, index) => rateContribution([count, other[index] as OutcomeCount], whole)),
  };
};

describe('the parts of a difference of rates', () => {
  it.each<[string, Sample, Sample]>([
    [
      'moving rates',
      [
        [300, 30],
        [700, 140],
      ],
      [
        [600, 300],
        [1400, 280],
      ],
    ],
    [
      'moving shares',
      [
        [300, 30],
        [700, 140],
      ],
      [
        [600, 60],
        [400, 80],
      ],
    ],
    [
      'both',
      [
        [300, 30],
        [700, 140],
      ],
      [
        [500, 200],
        [100, 1],
      ],
    ],
    [
      'a new part',
      [
        [1000, 100],
        [0, 0],
      ],
      [
        [400, 80],
        [600, 300],
      ],
    ],
  ])('add up to it with %s', (_, before, after) => {
    const { difference, parts } = divide(before, after);

    const total = parts.reduce((sumOfParts, { within, mix }) => sumOfParts + within + mix, 0);
    expect(total).toBeCloseTo(difference, 12);
  });

  it('are a rate or a share alone if the other does not move', () => {
    const ofRates = divide(
      [
        [300, 30],
        [700, 140],
      ],
      [
        [300, 150],
        [700, 140],
      ],
    ).parts;
    expect(ofRates.map(({ within }) => within)).toEqual([expect.closeTo(0.12, 12), 0]);
    expect(ofRates.map(({ mix }) => mix)).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 12)]);

    const ofShares = divide(
      [
        [100, 10],
        [900, 450],
      ],
      [
        [500, 50],
        [500, 250],
      ],
    ).parts;
    expect(ofShares.map(({ within }) => within)).toEqual([0, 0]);
    expect(ofShares[0]?.mix).toBeLessThan(0);
  });

  it('do not depend on the rate of a few outcomes', () => {
    const [part] = divide(
      [
        [10, 0],
        [990, 30],
      ],
      [
        [900, 300],
        [100, 3],
      ],
    ).parts;
    expect(part?.mix).toBeGreaterThan(0.1);
    expect(part?.within).toBeLessThan(0.01);
  });
});
