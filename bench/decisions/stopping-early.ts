import { mcNemarPValue, type PairedOutcomes } from '../../packages/statistics';
import type { Decision, StopWhen } from '../../workflows/contracts';
import { decide } from '../../workflows/stopping-rule';
import { makeRandom, type Random } from '../analytics/random';

/** The true rates of an experiment against the original replies. */
export interface Truth {
  /** The conversations of the experiment. */
  pairs: number;
  onlyInOriginal: number;
  onlyInReply: number;
}

/** How simulated experiments ended. */
export interface Endings extends Record<Decision['outcome'], number> {
  runs: number;
  undecided: number;
  /** p < alpha of one exact McNemar test after all pairs: the reference. */
  fixed: number;
  /** Median of the pairs that were evaluated. */
  medianPairs: number;
}

/** Simulates experiments with `stop_when`, looked at after every item. Deterministic for a seed. */
export function simulateStopping(truth: Truth, stopWhen: StopWhen, runs: number, seed: string): Endings {
  const random = makeRandom(seed);
  const endings: Endings = {
    runs,
    better: 0,
    worse: 0,
    no_effect: 0,
    not_worse: 0,
    undecided: 0,
    fixed: 0,
    medianPairs: 0,
  };
  const evaluated: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { decision, isSignificant } = simulateExperiment(truth, stopWhen, random);
    endings[decision?.outcome ?? 'undecided'] += 1;
    if (isSignificant) endings.fixed += 1;
    evaluated.push(decision?.pairs ?? truth.pairs);
  }
  endings.medianPairs = evaluated.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  return endings;
}

function simulateExperiment(
  { pairs, onlyInOriginal, onlyInReply }: Truth,
  stopWhen: StopWhen,
  random: Random,
) {
  const seen: PairedOutcomes = { pairs: 0, onlyInFirst: 0, onlyInSecond: 0 };
  let decision: Decision | null = null;
  for (let pair = 0; pair < pairs; pair += 1) {
    seen.pairs += 1;
    const drawn = random.next();
    if (drawn < onlyInOriginal) seen.onlyInFirst += 1;
    else if (drawn < onlyInOriginal + onlyInReply) seen.onlyInSecond += 1;
    decision ??= decide(seen, stopWhen);
  }
  return { decision, isSignificant: mcNemarPValue(seen.onlyInFirst, seen.onlyInSecond) < stopWhen.alpha };
}
