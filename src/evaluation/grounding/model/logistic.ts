/** The probability that log-odds stand for. */
export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
