export interface DiscreteTest {
  pValue: number;
  /** The smallest that its data could have, whichever way the outcomes fell. */
  minPValue: number;
}

/**
 * The tests that are significant if at most a share `rate` of them, on average, may be false: Benjamini and Hochberg,
 * Journal of the Royal Statistical Society B 57 (1995) 289-300. Without a true difference, the probability of naming any
 * is at most `rate`. Tests that could not be significant are left out of their number: Gilbert, Applied Statistics 54
 * (2005) 143-158.
 */
export function selectDiscoveries<Test extends DiscreteTest>(tests: readonly Test[], rate: number): Test[] {
  const family = selectTestable(tests, rate).sort((one, other) => one.pValue - other.pValue);
  const count =
    family.findLastIndex(({ pValue }, index) => pValue <= (rate * (index + 1)) / family.length) + 1;
  return family.slice(0, count);
}

/** The tests that could be significant among as many as there are of them. */
function selectTestable<Test extends DiscreteTest>(tests: readonly Test[], rate: number): Test[] {
  const minima = tests.map(({ minPValue }) => minPValue).sort((one, other) => one - other);
  let count = 1;
  while ((minima[count] ?? 1) <= rate / count) count += 1;
  return tests.filter(({ minPValue }) => minPValue <= rate / count);
}
