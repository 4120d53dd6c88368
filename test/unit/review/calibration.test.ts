import { makeRandom, type Random } from '../../../bench/analytics/random';
import { conformalBound, minConformalCount } from '../../../packages/statistics';
import type { CalibrationReply } from '../../../src/review/calibration/calibration';
import { assignFolds, FOLDS } from '../../../src/review/calibration/cross-fitting';
import { fitScale } from '../../../src/review/calibration/fit-scale';
import {
  chooseThreshold,
  isFlaggedAbove,
  measureThreshold,
} from '../../../src/review/calibration/threshold-effect';

/** Replies of an evaluator that is right about its scores: each has an issue with the probability that it says. */
function makeCalibrated(random: Random, count: number, decimals = 4): CalibrationReply[] {
  return Array.from({ length: count }, (_, index) => {
    const score = Number((random.next() ** 2).toFixed(decimals));
    const flags = { isFlagged: score > 0.3, canBeFlagged: score > 0.01 };
    return { score, ...flags, hasIssue: random.chance(score), fold: index % FOLDS };
  });
}

const toObservations = (replies: readonly CalibrationReply[]) =>
  replies.map(({ score, hasIssue, fold }) => ({ score, outcome: Number(hasIssue), fold }));

/** The share of the clean replies that are flagged with a threshold; null: without one. */
function flaggedCleanShare(population: readonly CalibrationReply[], flagAbove: number | null): number {
  const clean = population.filter(({ hasIssue }) => !hasIssue);
  const flagged = clean.filter((reply) =>
    flagAbove === null ? reply.isFlagged : isFlaggedAbove(flagAbove, reply),
  );
  return flagged.length / clean.length;
}

describe('chooseThreshold', () => {
  it.each([
    ['distinct scores', 4],
    ['many equal scores', 1],
  ])('flags at most the share of clean replies in expectation, with %s', (_name, decimals) => {
    const random = makeRandom(`promise ${decimals}`);
    const population = makeCalibrated(random, 20_000, decimals);
    const draws = 200;
    let sum = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const sample = Array.from(
        { length: 300 },
        () => population[random.below(population.length)] as CalibrationReply,
      );
      const threshold = chooseThreshold(sample, 0.05);
      sum += flaggedCleanShare(population, threshold?.flagAbove ?? null) / draws;
    }

    expect(flaggedCleanShare(population, null)).toBeGreaterThan(0.2);
    // Three standard errors of the mean over the draws; the shares vary by 1.5 points.
    expect(sum).toBeLessThan(0.05 + (3 * 0.015) / Math.sqrt(draws));
    // With distinct scores the promise is used in full.
    if (decimals === 4) expect(sum).toBeGreaterThan(0.04);
  });

  const clean = (count: number, canBeFlagged: boolean) =>
    Array.from({ length: count }, (_, index) => ({
      score: index / count,
      isFlagged: false,
      canBeFlagged,
      hasIssue: false,
      fold: index % FOLDS,
    }));

  it('lowers the threshold to what the preference allows, where the evaluator flags less', () => {
    expect(chooseThreshold(clean(100, true), 0.05)).toEqual({ maxFlaggedCleanShare: 0.05, flagAbove: 0.95 });
  });

  it('flags all replies that have words to report, where clean ones have none', () => {
    expect(chooseThreshold(clean(100, false), 0.05)).toEqual({ maxFlaggedCleanShare: 0.05, flagAbove: 0 });
  });

  it('refuses too few clean replies', () => {
    expect(chooseThreshold(clean(18, false), 0.05)).toBeNull();
    expect(chooseThreshold(clean(minConformalCount(0.05), false), 0.05)).not.toBeNull();
  });
});

describe('conformalBound', () => {
  it('is the value of the rank that the share allows', () => {
    const values = Array.from({ length: 99 }, (_, index) => index + 1);

    expect(conformalBound(values, 0.05)).toBe(95);
    expect(conformalBound(values, 0.01)).toBe(99);
    expect(conformalBound(values, 0.009)).toBeNull();
    expect(minConformalCount(0.01)).toBe(99);
  });
});

describe('measureThreshold', () => {
  it('reports shares that other replies chose the threshold for', () => {
    const random = makeRandom('effect');
    const population = makeCalibrated(random, 20_000);
    const replies = makeCalibrated(random, 600);
    const threshold = chooseThreshold(replies, 0.05);
    if (threshold === null) throw new Error('too few');

    const effect = measureThreshold(replies, threshold);

    expect(effect.without.clean.value).toBe(flaggedCleanShare(replies, null));
    expect(effect.with.clean.low).toBeLessThan(flaggedCleanShare(population, threshold.flagAbove));
    expect(effect.with.clean.high).toBeGreaterThan(flaggedCleanShare(population, threshold.flagAbove));
    expect(effect.with.issues.value).toBeLessThan(effect.without.issues.value ?? 0);
    expect(effect.with.replies.count).toBe(600);
  });
});

describe('fitScale', () => {
  it('moves scores that are too high to what reviewers find, measured out of sample', () => {
    const random = makeRandom('too high');
    const replies = makeCalibrated(random, 1500).map((reply) => ({ ...reply, score: reply.score ** 0.4 }));

    const { brier, expectedError, reliability, knots, positiveCount } = fitScale(toObservations(replies));

    expect(expectedError.raw).toBeGreaterThan(0.1);
    expect(expectedError.calibrated).toBeLessThan(0.05);
    expect(brier.calibrated).toBeLessThan(brier.raw);
    expect(reliability).toHaveLength(10);
    expect(reliability.reduce((sum, { count }) => sum + count, 0)).toBe(1500);
    expect(positiveCount).toBe(replies.filter(({ hasIssue }) => hasIssue).length);
    expect(knots).toEqual(knots.toSorted((one, other) => one.at - other.at || one.value - other.value));
  });

  it('does not credit a fit with what it has seen: scores that say nothing get no better', () => {
    const random = makeRandom('noise');
    const replies = Array.from({ length: 300 }, (_, index) => ({
      score: random.next(),
      outcome: Number(random.chance(0.3)),
      fold: index % FOLDS,
    }));

    const { brier } = fitScale(replies);

    // The best that can be said of noise is its rate.
    expect(brier.calibrated).toBeGreaterThan(0.3 * 0.7 - 0.02);
  });
});

describe('assignFolds', () => {
  it('puts the replies of a conversation into one fold, and needs as many conversations as folds', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `conversation ${index}`);

    const folds = assignFolds([...ids, ...ids]);

    expect(folds?.size).toBe(25);
    const sizes = Array.from(
      { length: FOLDS },
      (_, fold) => [...(folds ?? [])].filter(([, one]) => one === fold).length,
    );
    expect(sizes.toSorted()).toEqual([2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
    expect(assignFolds(ids.slice(0, FOLDS - 1))).toBeNull();
  });
});
