import { evaluateIsotonic, fitIsotonic } from '../../packages/statistics';
import type { CalibrationReply } from '../../src/review/calibration/calibration';
import { assignFolds } from '../../src/review/calibration/cross-fitting';
import { type FoldedObservation, fitScale } from '../../src/review/calibration/fit-scale';
import {
  chooseThreshold,
  isFlaggedAbove,
  measureThreshold,
} from '../../src/review/calibration/threshold-effect';
import { makeRandom, type Random } from '../analytics/random';
import { drawSample } from '../draw-sample';

/** A labeled reply with the score of an evaluator. */
export type ScoredReply = Omit<CalibrationReply, 'fold'>;

export interface Draws {
  /** Reviewed replies of each draw. */
  size: number;
  draws: number;
  seed: string;
}

/** Calibration errors, one per draw. */
export interface ErrorDraws {
  uncalibrated: number[];
  /** As the service reports it: each fold by a fit to the other ones. */
  crossFitted: number[];
  /** In as many replies that the fit has not seen. */
  uncalibratedUnseen: number[];
  calibratedUnseen: number[];
}

/** What a threshold does, one number per draw. */
export interface ThresholdDraws {
  /** The share of the clean replies outside of the draw that it flags. */
  clean: number[];
  /** The same for the replies with an issue. */
  issues: number[];
  /** The share of clean replies that the service shows before the threshold is saved. */
  shownClean: number[];
}

/**
 * Fits a calibration to each of many samples.
 * @param issueRate at most that of the replies; others with an issue are left out of each draw
 */
export function simulateErrors(
  replies: readonly ScoredReply[],
  issueRate: number,
  { size, draws, seed }: Draws,
): ErrorDraws {
  const random = makeRandom(seed);
  const { issues, clean } = divide(replies);
  const issueCount = countDrawn(replies, issueRate) - clean.length;
  const errors: ErrorDraws = {
    uncalibrated: [],
    crossFitted: [],
    uncalibratedUnseen: [],
    calibratedUnseen: [],
  };
  for (let index = 0; index < draws; index += 1) {
    const [chosen] = drawSample(issues, issueCount, random);
    const [reviewed, others] = drawSample([...clean, ...chosen], size, random);
    const [unseen] = drawSample(others, size, random);
    const { expectedError, knots } = fitScale(withFolds(reviewed).map(toObservation));
    const calibrated = unseen.map((reply) => ({ ...reply, score: evaluateIsotonic(knots, reply.score) }));
    errors.uncalibrated.push(expectedError.raw);
    errors.crossFitted.push(expectedError.calibrated);
    errors.uncalibratedUnseen.push(errorOf(unseen));
    errors.calibratedUnseen.push(errorOf(calibrated));
  }
  return errors;
}

/** How many replies the draws of `simulateErrors` are of: all clean ones, and so many others that their rate is at most `issueRate`. */
export function countDrawn(replies: readonly ScoredReply[], issueRate: number): number {
  const { issues, clean } = divide(replies);
  return clean.length + Math.min(issues.length, Math.round((issueRate / (1 - issueRate)) * clean.length));
}

/**
 * Chooses a threshold by each of many samples, and applies it to the other replies. Null if a sample has too few clean ones
 * for the share.
 */
export function simulateThreshold(
  replies: readonly ScoredReply[],
  maxFlaggedCleanShare: number,
  { size, draws, seed }: Draws,
): ThresholdDraws | null {
  const random = makeRandom(seed);
  const found: ThresholdDraws = { clean: [], issues: [], shownClean: [] };
  for (let index = 0; index < draws; index += 1) {
    const [sample, others] = drawSample(replies, size, random);
    const reviewed = withFolds(sample);
    const threshold = chooseThreshold(reviewed, maxFlaggedCleanShare);
    if (threshold === null) return null;
    const { clean, issues } = flaggedShares(others, threshold.flagAbove);
    found.clean.push(clean);
    found.issues.push(issues);
    found.shownClean.push(measureThreshold(reviewed, threshold).with.clean.value ?? 0);
  }
  return found;
}

/**
 * The calibration error of a perfect scale, by chance alone: replies are drawn so that an issue has the probability that
 * the scale says.
 * @param issueRate of the draws; the probabilities follow by Bayes' theorem
 */
export function simulatePerfectScale(
  replies: readonly ScoredReply[],
  issueRate: number,
  { size, draws, seed }: Draws,
): number[] {
  const random = makeRandom(seed);
  const knots = fitIsotonic(
    replies.map((reply) => ({ score: reply.score, outcome: Number(reply.hasIssue) })),
  );
  const { issues, clean } = divide(replies);
  const ownRate = issues.length / replies.length;
  const draw = () => {
    const reply = drawOne(random.chance(issueRate) ? issues : clean, random);
    return { ...reply, score: withRate(evaluateIsotonic(knots, reply.score), ownRate, issueRate) };
  };
  return Array.from({ length: draws }, () => errorOf(Array.from({ length: size }, draw)));
}

/** The shares of clean and other replies that are flagged with a threshold; null: without one. */
export function flaggedShares(replies: readonly ScoredReply[], flagAbove: number | null) {
  const shareOf = (some: readonly ScoredReply[]) =>
    some.filter((reply) => (flagAbove === null ? reply.isFlagged : isFlaggedAbove(flagAbove, reply))).length /
    some.length;
  const { issues, clean } = divide(replies);
  return { clean: shareOf(clean), issues: shareOf(issues) };
}

/** Replies with and without an issue. */
function divide(replies: readonly ScoredReply[]) {
  return {
    issues: replies.filter(({ hasIssue }) => hasIssue),
    clean: replies.filter(({ hasIssue }) => !hasIssue),
  };
}

/** The error of the scores as they are. */
function errorOf(replies: readonly ScoredReply[]): number {
  return fitScale(withFolds(replies).map(toObservation)).expectedError.raw;
}

/** Each reply is a conversation. */
function withFolds(replies: readonly ScoredReply[]): CalibrationReply[] {
  const folds = assignFolds(replies.map((_, index) => String(index)));
  return replies.map((reply, index) => ({ ...reply, fold: folds?.get(String(index)) ?? 0 }));
}

function toObservation({ score, hasIssue, fold }: CalibrationReply): FoldedObservation {
  return { score, outcome: Number(hasIssue), fold };
}

/** A probability where issues are as frequent as `rate` instead of `ownRate`. */
function withRate(probability: number, ownRate: number, rate: number): number {
  const issue = probability * (rate / ownRate);
  const clean = (1 - probability) * ((1 - rate) / (1 - ownRate));
  return issue / (issue + clean);
}

function drawOne<Item>(items: readonly Item[], random: Random): Item {
  return items[random.below(items.length)] as Item;
}
