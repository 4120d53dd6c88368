import { CONFIDENCE, pairedPower } from '../../../packages/statistics';
import type { Assessment, Objective } from './optimization-run';

/** The default of `min_effect`: absolute for issue_rate, a share of the baseline's value for other metrics. */
export const DEFAULT_RATE_EFFECT = 0.05;
export const DEFAULT_RELATIVE_EFFECT = 0.1;

/** The smallest difference that matters, in the unit of the metric; null if it depends on an unknown value. */
export function minEffectOf({ metric, minEffect }: Objective, { baseline }: Assessment): number | null {
  if (minEffect !== null) return minEffect;
  if (metric === 'issue_rate') return DEFAULT_RATE_EFFECT;
  return baseline === null || baseline === 0 ? null : DEFAULT_RELATIVE_EFFECT * Math.abs(baseline);
}

/**
 * The probability with which the decision finds the minimum effect if it exists, from the observed discordance or spread
 * of the pairs. With Holm's correction at the level of its first step. Null where there is no formula.
 */
export function powerOf(
  objective: Objective,
  assessment: Assessment,
  candidatesTested: number,
): number | null {
  const effect = minEffectOf(objective, assessment);
  const { pairs, spread } = assessment;
  if (effect === null || spread === null) return null;
  return pairedPower(pairs, spread, effect, (1 - CONFIDENCE) / Math.max(1, candidatesTested));
}
