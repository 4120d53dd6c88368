import { type Calibration, type GateReport, percent, points } from '../../../packages/gate';
import { formatNumber, numbered } from '../shared/wording';

/** What `--json` prints. */
export interface CalibrationResult {
  schema_version: 1;
  pairs: number;
  /** Pairs whose sides differ. */
  differing: number;
  /** Whether the two results differ more than chance explains. */
  differ_beyond_chance: boolean;
  min_effect: number | null;
  min_effect_source: GateReport['min_effect_source'];
  simulations: number;
  outcomes: Calibration['outcomes'];
  false_red: Calibration['falseRed'];
  /** The cases that a worsening needs; null: more than 10,000. */
  sizes: readonly { effect: number; pairs: number | null }[];
}

export function toCalibrationJson({
  simulations,
  outcomes,
  falseRed,
}: Calibration): Pick<CalibrationResult, 'simulations' | 'outcomes' | 'false_red'> {
  return { simulations, outcomes, false_red: falseRed };
}

/** The calibration as text for a terminal. */
export function describeCalibration(result: CalibrationResult): string {
  const { pairs, differing, outcomes, simulations, false_red: falseRed, sizes } = result;
  const count = formatNumber;
  return [
    `${numbered(pairs, 'pair')}, ${count(differing)} differ between two results of the same code.`,
    ...(result.differ_beyond_chance
      ? ['They differ more than chance explains: is it the same code, model and data?']
      : []),
    `False red: ${count(outcomes.worse)} of ${count(simulations)} simulated changes without an effect ` +
      `(95% interval ${percent(falseRed.low)} to ${percent(falseRed.high)}). ` +
      `${count(outcomes.not_worse)} not worse, ${count(outcomes.undecided)} undecided.`,
    'Cases that a worsening needs to be found with a power of 80%:',
    ...sizes.map(
      ({ effect, pairs: needed }) =>
        `  ${points(effect)}: ${needed === null ? 'more than 10,000' : count(needed)}`,
    ),
    '',
  ].join('\n');
}
