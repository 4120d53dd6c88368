import type { Annotation } from '../../../packages/detector';
import { evaluateIsotonic } from '../../../packages/statistics';
import type { EvaluationSubject } from '../../conversations/evaluations/evaluation';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { ActiveCalibration } from './calibration';

type EvaluatorVersions = Pick<EvaluationSubject, 'evaluatorId' | 'evaluatorVersion' | 'issueConfigVersion'>;

/**
 * Adds calibrated values to a verdict. With a threshold, a reply whose score exceeds it reports its findings, or the words
 * that are suspected in it, and any other withholds its findings. Raw values stay. Returns the verdict itself if no calibration is of its evaluator version and labels, which have to be
 * those of the workspace, or if it has no score.
 */
export function applyCalibration(
  verdict: Verdict,
  calibrations: readonly ActiveCalibration[],
  { evaluatorId, evaluatorVersion, issueConfigVersion }: EvaluatorVersions,
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
  const calibrate = (annotation: Annotation): Annotation => ({
    ...annotation,
    calibratedConfidence:
      confidence === null || annotation.confidence === null
        ? null
        : evaluateIsotonic(confidence.knots, annotation.confidence),
  });
  const findings = verdict.annotations.map(calibrate);
  const suspected = (verdict.suspected ?? []).map(calibrate);
  const isAbove = flagAbove !== null && verdict.score > flagAbove;
  const isWithheld = flagAbove !== null && !isAbove;
  return {
    ...verdict,
    // Only a reply without findings has suspected words.
    annotations: isWithheld ? [] : isAbove ? [...findings, ...suspected] : findings,
    withheld: isWithheld ? findings : [],
    suspected,
    calibration: { id, score: evaluateIsotonic(score.knots, verdict.score), flagAbove },
  };
}
