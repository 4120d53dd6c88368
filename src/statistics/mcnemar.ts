/**
 * Two-sided p-value of McNemar's test that a reply is as likely to have an issue in one experiment as in the
 * other, from the pairs with an issue in only one of them: McNemar, Psychometrika 12 (1947) 153–157. Exact,
 * with the binomial distribution Bin(n, 1/2) in place of the chi-square approximation. 1 if no pair differs;
 * 0 if the value underflows a double.
 */
export function mcNemarPValue(onlyInFirst: number, onlyInSecond: number): number {
  if (onlyInFirst === onlyInSecond) return 1;
  const discordant = onlyInFirst + onlyInSecond;
  const fewer = Math.min(onlyInFirst, onlyInSecond);
  // 2^-n underflows from n = 1,075 on, so the largest term of the tail is computed as a logarithm…
  let logLargest = -discordant * Math.LN2;
  for (let k = 1; k <= fewer; k += 1) logLargest += Math.log((discordant - fewer + k) / k);
  // …and the others relative to it, by C(n, k - 1) = C(n, k) · k / (n - k + 1).
  let term = 1;
  let tail = 1;
  for (let k = fewer; k > 0; k -= 1) {
    term *= k / (discordant - k + 1);
    tail += term;
  }
  return Math.min(1, 2 * Math.exp(logLargest) * tail);
}
