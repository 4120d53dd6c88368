import { evaluateIsotonic, fitIsotonic, type Observation } from '../../../packages/statistics';
import type { CalibratedScale, ReliabilityBin } from './calibration';
import { crossFit } from './cross-fitting';

const MAX_BINS = 10;

export type FoldedObservation = Observation & { fold: number };

interface ScoreMeasurement {
  raw: number;
  calibrated: number;
  outcome: number;
}

/**
 * Fits probabilities to what an evaluator says. The knots are of all observations. How well they hold is measured out of
 * sample: each fold by a fit to the other ones.
 */
export function fitScale(observations: readonly FoldedObservation[]): CalibratedScale {
  const measurements = crossFit(observations, (held, others) => {
    const knots = fitIsotonic(others);
    return held.map(
      ({ score, outcome }): ScoreMeasurement => ({
        raw: score,
        calibrated: evaluateIsotonic(knots, score),
        outcome,
      }),
    );
  });
  const reliability = binByScore(measurements);
  const meanSquare = (of: 'raw' | 'calibrated') =>
    meanOf(measurements.map((one) => (one[of] - one.outcome) ** 2));
  const binError = (of: 'raw' | 'calibrated') =>
    reliability.reduce((sum, bin) => sum + bin.count * Math.abs(bin[of] - bin.observed), 0) /
    observations.length;
  return {
    count: observations.length,
    positiveCount: observations.filter(({ outcome }) => outcome === 1).length,
    knots: fitIsotonic(observations),
    brier: { raw: meanSquare('raw'), calibrated: meanSquare('calibrated') },
    expectedError: { raw: binError('raw'), calibrated: binError('calibrated') },
    reliability,
  };
}

/** Bins of equal size, by ascending raw value. */
function binByScore(measurements: readonly ScoreMeasurement[]): ReliabilityBin[] {
  const ascending = measurements.toSorted((one, other) => one.raw - other.raw);
  const count = Math.min(MAX_BINS, ascending.length);
  return Array.from({ length: count }, (_, bin) => {
    const members = ascending.slice(
      Math.floor((bin * ascending.length) / count),
      Math.floor(((bin + 1) * ascending.length) / count),
    );
    return {
      count: members.length,
      raw: meanOf(members.map(({ raw }) => raw)),
      calibrated: meanOf(members.map(({ calibrated }) => calibrated)),
      observed: meanOf(members.map(({ outcome }) => outcome)),
    };
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
