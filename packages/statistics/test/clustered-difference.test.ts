import {
  addCluster,
  differenceInterval,
  emptyOutcomes,
  normalCdf,
  selectDiscoveries,
  testDifference,
} from '..';

type Cluster = [yes: number, outcomes: number];

const sumsOf = (...groups: [count: number, cluster: Cluster][]) => {
  const sums = emptyOutcomes();
  for (const [count, [yes, outcomes]] of groups) {
    for (let index = 0; index < count; index += 1) addCluster(sums, { yes, outcomes });
  }
  return sums;
};

const independent = (yes: number, trials: number) => sumsOf([yes, [1, 1]], [trials - yes, [0, 1]]);

describe('the difference of two shares in clusters', () => {
  it('has the pooled z test for independent outcomes', () => {
    const { estimate, standardError, pValue } = testDifference(independent(10, 200), independent(50, 200));

    expect(estimate).toBeCloseTo(0.2, 12);
    expect(standardError).toBeCloseTo(Math.sqrt((0.15 * 0.85) / 100), 12);
    expect(pValue).toBeCloseTo(2 * normalCdf(-0.2 / standardError), 12);
  });

  it('counts clusters if the outcomes of each are equal', () => {
    const before = sumsOf([10, [5, 5]], [90, [0, 5]]);
    const after = sumsOf([30, [5, 5]], [70, [0, 5]]);

    const ofClusters = [independent(10, 100), independent(30, 100)] as const;
    expect(testDifference(before, after).standardError).toBeCloseTo(
      testDifference(...ofClusters).standardError,
      3,
    );
    const { low, high } = differenceInterval(before, after);
    expect(low).toBeCloseTo(differenceInterval(...ofClusters).low, 2);
    expect(high).toBeCloseTo(differenceInterval(...ofClusters).high, 2);
  });

  it.each([
    ['one cluster has all that is yes', independent(0, 60), sumsOf([1, [18, 18]], [48, [0, 1]])],
    ['a tiny sample has one yes', independent(50, 10_000), independent(1, 20)],
    ['neither has a yes', independent(0, 60), independent(0, 60)],
  ])('is not significant if %s', (_, before, after) => {
    expect(testDifference(before, after).pValue).toBeGreaterThan(0.1);
    const { low, high } = differenceInterval(before, after);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it('has the smallest p-value if all that is yes is on one side', () => {
    const few = testDifference(independent(2, 100), independent(1, 100));
    expect(few.minPValue).toBe(testDifference(independent(0, 100), independent(3, 100)).pValue);
    expect(few.minPValue).toBeGreaterThan(0.05);
  });
});

describe('the discoveries among many tests', () => {
  // The example of Benjamini and Hochberg (1995).
  const pValues = [
    0.0298, 0.0001, 0.426, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0344, 0.0459, 0.324, 0.5719, 0.6528,
    0.759, 1,
  ];
  const indexesAt = (minPValue: (index: number) => number) =>
    selectDiscoveries(
      pValues.map((pValue, index) => ({ index, pValue, minPValue: minPValue(index) })),
      0.05,
    ).map(({ index }) => index);

  it('are the four of the published example', () => {
    expect(indexesAt(() => 0)).toEqual([1, 3, 4, 5]);
  });

  it('are more if tests that cannot be significant do not count', () => {
    expect(indexesAt((index) => (index < 10 ? 0 : 0.5))).toEqual([1, 3, 4, 5, 6, 7, 0, 8]);
    expect(selectDiscoveries([], 0.05)).toEqual([]);
  });
});
