import { eValue, mcNemarPValue, type PairedOutcomes } from '../../packages/statistics';
import { makeRandom, type Random } from '../analytics/random';

const ALPHA = 0.05;

/** Two experiments on the same conversations: how often a reply has an issue in only one of them. */
export interface Comparison {
  pairs: number;
  onlyInFirst: number;
  onlyInSecond: number;
}

/** How many simulated comparisons found a difference, in either direction. */
export interface Alarms {
  runs: number;
  /** p < 0.05 after all pairs: the reference. */
  fixed: number;
  /** p < 0.05 after any pair. */
  pValueAtEveryLook: number;
  /** e ≥ 20 after any pair. */
  eValueAtEveryLook: number;
}

/** Simulates comparisons whose result is read after every pair. Deterministic for a seed. */
export function simulateLooks(truth: Comparison, runs: number, seed: string): Alarms {
  const random = makeRandom(seed);
  const alarms = { runs, fixed: 0, pValueAtEveryLook: 0, eValueAtEveryLook: 0 };
  for (let run = 0; run < runs; run += 1) {
    const found = simulateComparison(truth, random);
    if (found.fixed) alarms.fixed += 1;
    if (found.byPValue) alarms.pValueAtEveryLook += 1;
    if (found.byEValue) alarms.eValueAtEveryLook += 1;
  }
  return alarms;
}

function simulateComparison({ pairs, onlyInFirst, onlyInSecond }: Comparison, random: Random) {
  const seen: PairedOutcomes = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
  let isSignificant = false;
  const found = { fixed: false, byPValue: false, byEValue: false };
  for (let pair = 0; pair < pairs; pair += 1) {
    seen.pairs += 1;
    const drawn = random.next();
    if (drawn >= onlyInFirst + onlyInSecond) continue; // neither value changes
    if (drawn < onlyInFirst) seen.onlyInFirst += 1;
    else seen.onlyInSecond += 1;
    isSignificant = mcNemarPValue(seen.onlyInFirst, seen.onlyInSecond) < ALPHA;
    found.byPValue ||= isSignificant;
    found.byEValue ||= eValue(seen) >= 1 / ALPHA;
  }
  found.fixed = isSignificant;
  return found;
}
