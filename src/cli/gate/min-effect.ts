import {
  ALPHA,
  findDetectableEffect,
  type GateReport,
  type GateRule,
  type Looks,
  percent,
  points,
  spreadOf,
} from '../../../packages/gate';

export interface MinEffect {
  rule: GateRule;
  source: GateReport['min_effect_source'];
  /** What is printed before the decision. */
  description: string;
}

const POINTS = /^(\d+(?:\.\d+)?)\s*(?:pt)?$/;

/**
 * The minimum effect of files: as given, like `2pt`, or the smallest that their pairs detect.
 * @throws Error for another form
 */
export function minEffectOf(
  given: string | undefined,
  differences: readonly number[],
  looks: Looks = 'once',
): MinEffect {
  if (given !== undefined) {
    const minEffect = parsePoints(given);
    return {
      rule: { alpha: ALPHA, minEffect },
      source: 'given',
      description: `Minimum effect: ${points(minEffect)}.`,
    };
  }
  const spread = spreadOf(differences);
  const minEffect = findDetectableEffect(differences.length, { spread, looks, alpha: ALPHA });
  const noise =
    'discordance' in spread
      ? `${percent(spread.discordance)} of them differ`
      : `a standard deviation of ${points(spread.deviation)}`;
  return {
    rule: { alpha: ALPHA, minEffect },
    source: 'tellable',
    description:
      minEffect === null
        ? `${differences.length} pairs cannot show a worsening of any size.`
        : `Minimum effect: ${points(minEffect)}, which ${differences.length} pairs (${noise}) detect with a power of 80%.`,
  };
}

/** @throws Error for anything but percentage points between 0 and 100, like `2pt` */
export function parsePoints(text: string): number {
  const value = Number(POINTS.exec(text.trim())?.[1] ?? Number.NaN) / 100;
  if (!(value > 0 && value < 1))
    throw new Error(
      `--min-effect: expected percentage points above 0 and below 100, like 2pt, not "${text}"`,
    );
  return value;
}
