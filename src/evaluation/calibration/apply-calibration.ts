import type { ActiveCalibration } from '../../conversations/calibrations/calibration';
import type { EvaluationSubject } from '../../conversations/evaluations/evaluation';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { evaluateIsotonic } from '../../statistics/isotonic';

type Judging = Pick<EvaluationSubject, 'evaluatorId' | 'evaluatorVersion' | 'issueConfigVersion'>;

/**
 * Adds calibrated values to a verdict, and withholds the findings of a reply whose score does not exceed the threshold.
 * Raw values stay. Returns the verdict itself if no calibration is of its evaluator version and labels, which have to be
 * those of the workspace, or if it has no score.
 */
export function applyCalibration(
  verdict: Verdict,
  calibrations: readonly ActiveCalibration[],
  { evaluatorId, evaluatorVersion, issueConfigVersion }: Judging,
): Verdict {
  const calibration = calibrations.find(
    (one) =>
      one.evaluatorId === evaluatorId &&
      one.evaluatorVersion === evaluatorVersion &&
      one.issueConfigVersion === issueConfigVersion,
  );
  if (calibration === undefined || verdict.status !== 'completed' || verdict.score === null) return verdict;
  const { id, score, confidence, activation } = calibration;
  const flagAbove = activation.threshold?.flagAbove ?? null;
  const findings = verdict.annotations.map((annotation) => ({
    ...annotation,
    calibratedConfidence:
      confidence === null || annotation.confidence === null
        ? null
        : evaluateIsotonic(confidence.knots, annotation.confidence),
  }));
  const isWithheld = flagAbove !== null && verdict.score <= flagAbove;
  return {
    ...verdict,
    annotations: isWithheld ? [] : findings,
    withheld: isWithheld ? findings : [],
    calibration: { id, score: evaluateIsotonic(score.knots, verdict.score), flagAbove },
  };
}
