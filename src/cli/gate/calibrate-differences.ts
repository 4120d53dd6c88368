import type { Writable } from 'node:stream';
import { calibrateGate, decideOnce, type GateRule, type Looks, pairsForEffect } from '../../../packages/gate';
import { printJson } from '../shared/output/output';
import { type CalibrationResult, describeCalibration, toCalibrationJson } from './describe-calibration';
import { minEffectOf } from './min-effect';

export interface CalibrationOptions {
  /** Percentage points, like `2pt`. */
  minEffect?: string;
  json?: boolean;
  output: Writable;
}

/** Worsenings whose pairs are printed if none is given. */
const PLANNED_EFFECTS = [0.02, 0.05, 0.1];

/** Prints how a gate that looks so often decides by chance on pairs of the same code with these differences. */
export async function printCalibration(
  differences: readonly number[],
  looks: Looks,
  { minEffect: given, json: isJson = false, output }: CalibrationOptions,
): Promise<void> {
  const { rule, source, description } = minEffectOf(given, differences, looks);
  const { alpha, minEffect } = rule;
  const effects = source === 'given' && minEffect !== null ? [minEffect] : PLANNED_EFFECTS;
  const result: CalibrationResult = {
    schema_version: 1,
    pairs: differences.length,
    differing: differences.filter((difference) => difference !== 0).length,
    differ_beyond_chance: await differBeyondChance(differences, rule),
    min_effect: minEffect,
    min_effect_source: source,
    ...toCalibrationJson(await calibrateGate(differences, rule, { looks })),
    sizes: effects.map((effect) => ({ effect, pairs: pairsForEffect(effect, differences, alpha, looks) })),
  };
  if (isJson) printJson(result, output);
  else output.write(`${description}\n${describeCalibration(result)}`);
}

/** Two-sided: either of the two may be the one that fails more often. */
async function differBeyondChance(differences: readonly number[], rule: GateRule): Promise<boolean> {
  const mirrored = differences.map((difference) => -difference);
  const decisions = [await decideOnce(differences, rule), await decideOnce(mirrored, rule)];
  return decisions.some(({ pValue }) => pValue !== null && pValue <= rule.alpha / 2);
}
