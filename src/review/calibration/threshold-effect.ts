import { conformalBound } from '../../../packages/statistics';
import { type Share, toShare } from '../accuracy/share';
import type { CalibrationReply, ScoreThreshold } from './calibration';
import { crossFit } from './cross-fitting';

/** How many replies an evaluator flags. */
export interface FlaggedShares {
  /** Of all replies. */
  replies: Share;
  /** Of the replies without an issue. */
  clean: Share;
  /** Of the replies with an issue. */
  issues: Share;
}

/** What a threshold would change, in replies that it was not chosen by. */
export interface ThresholdEffect extends ScoreThreshold {
  without: FlaggedShares;
  with: FlaggedShares;
}

/**
 * Chooses the lowest threshold by which at most a share of clean replies is flagged: in expectation over samples, for a
 * clean reply that the sample does not have. Null if there are too few clean replies to promise that.
 */
export function chooseThreshold(
  replies: readonly CalibrationReply[],
  maxFlaggedCleanShare: number,
): ScoreThreshold | null {
  // A clean reply without words to report is not flagged with any threshold.
  const scores = replies
    .filter(({ hasIssue }) => !hasIssue)
    .map(({ score, canBeFlagged }) => (canBeFlagged ? score : 0));
  const bound = conformalBound(scores, maxFlaggedCleanShare);
  if (bound === null) return null;
  return { maxFlaggedCleanShare, flagAbove: bound };
}

/** Measures what a preference changes: the replies of each fold by the threshold that the other ones choose. */
export function measureThreshold(
  replies: readonly CalibrationReply[],
  threshold: ScoreThreshold,
): ThresholdEffect {
  const thresholded = crossFit(replies, (held, others) => {
    // Nine tenths may be too few for the promise, where all of them are just enough.
    const { flagAbove } = chooseThreshold(others, threshold.maxFlaggedCleanShare) ?? threshold;
    return held.map((reply) => ({ ...reply, isFlagged: isFlaggedAbove(flagAbove, reply) }));
  });
  return { ...threshold, without: countFlagged(replies), with: countFlagged(thresholded) };
}

/** Whether a reply is flagged with a threshold. */
export function isFlaggedAbove(
  flagAbove: number,
  { canBeFlagged, score }: Pick<CalibrationReply, 'canBeFlagged' | 'score'>,
): boolean {
  return canBeFlagged && score > flagAbove;
}

function countFlagged(replies: readonly CalibrationReply[]): FlaggedShares {
  const shareOf = (some: readonly CalibrationReply[]) =>
    toShare(some.filter(({ isFlagged }) => isFlagged).length, some.length);
  return {
    replies: shareOf(replies),
    clean: shareOf(replies.filter(({ hasIssue }) => !hasIssue)),
    issues: shareOf(replies.filter(({ hasIssue }) => hasIssue)),
  };
}
