/**
 * Holm's adjusted p-values, in the order given: reject those of at most α, and a true null hypothesis is rejected
 * with probability at most α over all tests: Holm, Scandinavian Journal of Statistics 6 (1979) 65–70.
 */
export function adjustByHolm(pValues: readonly number[]): number[] {
  const adjusted = new Array<number>(pValues.length);
  const order = pValues.map((pValue, index) => ({ pValue, index })).sort((a, b) => a.pValue - b.pValue);
  let max = 0;
  for (const [rank, { pValue, index }] of order.entries()) {
    max = Math.max(max, Math.min(1, pValue * (pValues.length - rank)));
    adjusted[index] = max;
  }
  return adjusted;
}
