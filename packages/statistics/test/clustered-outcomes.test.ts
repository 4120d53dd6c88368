import { addCluster, clusteredInterval, emptyOutcomes, seededRandom, wilsonInterval } from '..';

const sumsOf = (clusters: [yes: number, outcomes: number][]) => {
  const sums = emptyOutcomes();
  for (const [yes, outcomes] of clusters) addCluster(sums, { yes, outcomes });
  return sums;
};

const times = (count: number, cluster: [yes: number, outcomes: number]) =>
  Array.from({ length: count }, () => cluster);

/** The probability of at most `yes` of independent outcomes. */
function binomialTail(yes: number, trials: number, share: number): number {
  let probability = (1 - share) ** trials;
  let sum = probability;
  for (let count = 1; count <= yes; count += 1) {
    probability *= (((trials - count + 1) / count) * share) / (1 - share);
    sum += probability;
  }
  return sum;
}

describe('the interval of a share in clusters', () => {
  it.each([
    { yes: 12, trials: 100 },
    { yes: 1, trials: 3 },
    { yes: 300, trials: 1000 },
  ])('has binomial tails of 2.5% for $yes of $trials independent outcomes', ({ yes, trials }) => {
    const interval = clusteredInterval(sumsOf([...times(yes, [1, 1]), ...times(trials - yes, [0, 1])]));

    const atLeastYes = 1 - binomialTail(yes - 1, trials, interval.low);
    expect(atLeastYes).toBeCloseTo(0.025, 8);
    expect(binomialTail(yes, trials, interval.high)).toBeCloseTo(0.025, 8);
  });

  it('is that of as many outcomes as clusters if those of one cluster are equal', () => {
    const { low, high } = clusteredInterval(sumsOf([...times(12, [5, 5]), ...times(88, [0, 5])]));

    const ofClusters = clusteredInterval(sumsOf([...times(12, [1, 1]), ...times(88, [0, 1])]));
    expect(low).toBeCloseTo(ofClusters.low, 2);
    expect(high).toBeCloseTo(ofClusters.high, 2);
  });

  it('is wide if one cluster has nearly all that is yes', () => {
    const oneRun = sumsOf([[18, 18], ...times(48, [0, 1])]);
    const spread = sumsOf([...times(18, [1, 1]), ...times(48, [0, 1])]);

    expect(clusteredInterval(oneRun).low).toBeLessThan(0.02);
    expect(clusteredInterval(spread).low).toBeGreaterThan(0.17);
  });

  it('is everything without outcomes, and begins at 0 without a yes', () => {
    expect(clusteredInterval(emptyOutcomes())).toEqual({ low: 0, high: 1 });
    const { low, high } = clusteredInterval(sumsOf(times(40, [0, 5])));
    expect(low).toBe(0);
    expect(high).toBeCloseTo(1 - 0.025 ** (1 / 40), 6);
  });

  it.each([
    { share: 0.05, correlation: 0 },
    { share: 0.05, correlation: 0.3 },
    { share: 0.05, correlation: 1 },
    { share: 0.3, correlation: 0.3 },
  ])(
    'contains the true share $share at correlation $correlation in at least 94% of simulated samples',
    ({ share, correlation }) => {
      const random = seededRandom(`clusters ${share} ${correlation}`);
      const uniform = () => random() / 2 ** 32;
      const drawCluster = (): [number, number] => {
        const size = 1 + Math.floor(-4 * Math.log(1 - uniform()));
        const common = uniform() < share;
        const flags = Array.from({ length: size }, () =>
          uniform() < Math.sqrt(correlation) ? common : uniform() < share,
        );
        return [flags.filter(Boolean).length, size];
      };
      const runs = 1000;
      let covered = 0;
      let coveredByWilson = 0;
      let width = 0;
      let widthOfWilson = 0;
      const isWithin = ({ low, high }: { low: number; high: number }) => low <= share && share <= high;
      for (let run = 0; run < runs; run += 1) {
        const sums = sumsOf(Array.from({ length: 60 }, drawCluster));
        const interval = clusteredInterval(sums);
        const independent = wilsonInterval(sums.yes, sums.outcomes);
        covered += Number(isWithin(interval));
        coveredByWilson += Number(isWithin(independent));
        width += interval.high - interval.low;
        widthOfWilson += independent.high - independent.low;
      }

      expect(covered / runs).toBeGreaterThan(0.94);
      if (correlation > 0) expect(coveredByWilson / runs).toBeLessThan(0.92);
      else expect(width / widthOfWilson).toBeLessThan(1.6);
    },
  );
});
