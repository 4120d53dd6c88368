import {
  clopperPearsonInterval,
  type Interval,
  pairsFor,
  pairsForAnyLook,
  type Spread,
  seededRandom,
  upperNormalQuantile,
} from '../../statistics';
import { decideOnce } from './decide';
import { createSequentialRule } from './decide-in-order';
import type { GateOutcome, GateRule } from './decision';
import { type Looks, MAX_PLANNED_PAIRS, MIN_PAIRS, POWER, spreadOf } from './detectable-effect';

const SIMULATIONS = 1000;

/** How a gate decides about changes that change nothing, on pairs as noisy as those of one suite. */
export interface Calibration {
  simulations: number;
  outcomes: Record<GateOutcome, number>;
  /** The exact 95% interval of the share of false reds. */
  falseRed: Interval;
}

/**
 * Simulates the decision of a gate on drawn pairs whose sides are swapped at random: a suite as noisy as the observed
 * one, and a change that changes nothing. Deterministic for the same differences.
 */
export async function calibrateGate(
  differences: readonly number[],
  rule: GateRule,
  { looks = 'once', simulations = SIMULATIONS }: { looks?: Looks; simulations?: number } = {},
): Promise<Calibration> {
  const random = seededRandom('calibrate');
  const outcomes: Record<GateOutcome, number> = { not_worse: 0, worse: 0, undecided: 0 };
  const decide = looks === 'once' ? createOnceRule(rule) : createSequentialRule(rule);
  for (let simulation = 0; simulation < simulations; simulation += 1) {
    const drawn = differences.map(() => {
      const difference = differences[random() % differences.length] ?? 0;
      return random() % 2 === 0 ? difference : -difference;
    });
    outcomes[await decide(drawn)] += 1;
  }
  return { simulations, outcomes, falseRed: clopperPearsonInterval(outcomes.worse, simulations) };
}

/** `decideOnce`, which sees the same differences again and again. */
function createOnceRule(rule: GateRule): (differences: readonly number[]) => Promise<GateOutcome> {
  const decided = new Map<string, GateOutcome>();
  return async (differences) => {
    const key = differences.toSorted((one, other) => one - other).join();
    const outcome = decided.get(key) ?? (await decideOnce(differences, rule)).outcome;
    decided.set(key, outcome);
    return outcome;
  };
}

/**
 * The pairs that a worsening needs to be found with a power of 80% in a suite as noisy as observed; null if 10,000 are
 * too few.
 */
export function pairsForEffect(
  effect: number,
  differences: readonly number[],
  alpha: number,
  looks: Looks = 'once',
): number | null {
  const spread = spreadOf(differences);
  if ('deviation' in spread) return pairsForShares(effect, spread, alpha);
  // The worsening comes in addition to the noise.
  const discordance = Math.min(1, spread.discordance + effect);
  const count = looks === 'once' ? pairsFor : pairsForAnyLook;
  return count({ difference: effect, discordance }, { alpha: 2 * alpha, power: POWER });
}

/** By the normal distribution, as `pairedPower` for means. */
function pairsForShares(
  effect: number,
  { deviation }: Extract<Spread, { deviation: number }>,
  alpha: number,
) {
  const distance = upperNormalQuantile(alpha) + upperNormalQuantile(1 - POWER);
  const pairs = Math.max(MIN_PAIRS, Math.ceil(((distance * deviation) / effect) ** 2));
  return pairs > MAX_PLANNED_PAIRS ? null : pairs;
}
