import { ALPHA, decideAnytime, decideInOrder, decideOnce, type GateOutcome } from '../../packages/gate';
import { pairsForAnyLook, seededRandom } from '../../packages/statistics';

export const RUNS = 200;
const POWER = 0.8;

/** A suite whose cases fail with a base rate, and differ between two results in a share of cases. */
export interface Suite {
  name: string;
  baseRate: number;
  discordance: number;
  minEffect: number;
  /** How often each case runs; its outcomes share a probability. */
  times: number;
}

const suite = (baseRate: number, discordance: number, minEffect: number, times = 1): Suite => ({
  name: `${baseRate * 100} % fail, ${discordance * 100} % differ${times === 1 ? '' : `, ${times} times each`}`,
  baseRate,
  discordance,
  minEffect,
  times,
});

export const suites: readonly Suite[] = [
  suite(0.02, 0.03, 0.03),
  suite(0.05, 0.06, 0.05),
  suite(0.1, 0.15, 0.08),
  suite(0.3, 0.3, 0.12),
  suite(0.5, 0.45, 0.15),
  suite(0.2, 0.3, 0.12, 5),
];

/** How the gates decided; the last two are what fixed thresholds would have said. */
export interface Endings {
  once: Record<GateOutcome, number>;
  anytime: Record<GateOutcome, number>;
  /** Red if the candidate fails in more cases than the baseline. */
  moreFailures: number;
  /** Red if any case newly fails. */
  anyNewFailure: number;
}

/** The pairs that the service plans for the minimum effect. */
export function plannedPairs({ minEffect, discordance }: Suite): number {
  return pairsForAnyLook({ difference: minEffect, discordance }, { alpha: ALPHA, power: POWER }) ?? 0;
}

/** Simulates `RUNS` gates of the planned size with a true worsening. Deterministic. */
export async function simulateGates(of: Suite, worsening: number): Promise<Endings> {
  const random = seededRandom(`gate ${of.name} ${worsening}`);
  const none = () => ({ not_worse: 0, worse: 0, undecided: 0 });
  const endings: Endings = { once: none(), anytime: none(), moreFailures: 0, anyNewFailure: 0 };
  const rule = { alpha: ALPHA, minEffect: of.minEffect };
  const pairs = plannedPairs(of);
  // A service decides about cases that run several times when all have ended.
  const decide = of.times === 1 ? decideInOrder : decideAnytime;
  for (let run = 0; run < RUNS; run += 1) {
    const differences = Array.from({ length: pairs }, () => drawDifference(of, worsening, random));
    endings.once[(await decideOnce(differences, rule)).outcome] += 1;
    endings.anytime[decide(differences, rule).outcome] += 1;
    const sum = differences.reduce((total, difference) => total + difference, 0);
    if (sum > 1e-9) endings.moreFailures += 1;
    if (differences.some((difference) => difference > 0)) endings.anyNewFailure += 1;
  }
  return endings;
}

/**
 * The share of failures of a case in the candidate minus that in the baseline. A share of the cases is unstable, with
 * failures that differ from time to time; of the others, as many fail each time as the base rate needs.
 */
function drawDifference(of: Suite, worsening: number, random: () => number): number {
  const { discordance, times } = of;
  const draw = () => random() / 2 ** 32;
  if (times === 1) {
    const drawn = draw();
    if (drawn < (discordance - worsening) / 2) return -1;
    return drawn < discordance ? 1 : 0;
  }
  // Two outcomes of an unstable case differ half of the time.
  const isUnstable = draw() < 2 * discordance;
  const share = (probability: number) =>
    Array.from({ length: times }, () => draw() < probability).filter(Boolean).length / times;
  const rate = isUnstable ? 0.5 : draw() < stableRate(of) ? 1 : 0;
  return share(Math.min(1, rate + worseningAt(rate, of, worsening))) - share(rate);
}

/** The rate of stable failures with which the base rate is that of all cases. */
function stableRate({ baseRate, discordance }: Suite): number {
  return Math.max(0, (baseRate - discordance) / (1 - 2 * discordance));
}

/** The worsening is in the cases that do not always fail. */
function worseningAt(rate: number, of: Suite, worsening: number): number {
  const room = 1 - (1 - 2 * of.discordance) * stableRate(of);
  return rate === 1 ? 0 : worsening / room;
}
