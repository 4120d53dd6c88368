import { valueError } from '../../platform/errors/error-templates';
import { MIN_FINDINGS, MIN_REVIEWS } from './calibration';
import type { CalibrationSample } from './calibration-sample';
import { FOLDS } from './cross-fitting';
import { fitScale } from './fit-scale';

/** What the reviews of a sample say. @throws AppError value_error if that is too little */
export function fitCalibration(sample: CalibrationSample, queueId: string) {
  const { population, replies, reviewedCount, disputedCount, undecidedCount, findings } = sample;
  const refuse = (problem: string, ctx: Record<string, number>) =>
    valueError(problem, { loc: ['body', 'queue_id'], input: queueId, ctx });
  if (disputedCount > 0)
    throw refuse(`reviewers disagree on ${disputedCount} of the replies: adjudicate them first`, {
      disputed_count: disputedCount,
    });
  if (reviewedCount < MIN_REVIEWS)
    throw refuse(
      `a calibration needs ${MIN_REVIEWS} reviewed replies of conversations that the current version of the evaluator ` +
        `scored with the current labels; the queue has ${reviewedCount}`,
      { reviewed_count: reviewedCount, needed_count: MIN_REVIEWS },
    );
  if (replies === null)
    throw refuse(`a calibration needs replies of at least ${FOLDS} conversations`, { needed_count: FOLDS });
  const isEnough = findings !== null && findings.length >= MIN_FINDINGS;
  return {
    population,
    undecidedCount,
    replies,
    score: fitScale(replies.map(({ score, hasIssue, fold }) => ({ score, outcome: Number(hasIssue), fold }))),
    confidence: isEnough ? fitScale(findings) : null,
  };
}
