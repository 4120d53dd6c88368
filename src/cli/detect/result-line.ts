import {
  toAnnotationWire,
  toCoverageWire,
  toUsageWire,
} from '../../conversations/evaluations/evaluation.schema';
import { toJsonText } from '../shared/output/output';
import type { DetectedLine } from './detect-lines';
import type { JudgedLine } from './judge-line';

/**
 * The fields of an HTTP detection response, as a line. A line without a verdict has no `annotations`, so it cannot be
 * taken for a clean one.
 */
export function formatResultLine({ judged, isNew }: DetectedLine): string {
  const ids = { id: judged.id, ...(judged.externalId != null && { external_id: judged.externalId }) };
  return `${toJsonText({ ...ids, ...toResultWire(judged, isNew) })}\n`;
}

/** Without the ids of the line. */
export function toResultWire(judged: JudgedLine, isNew: DetectedLine['isNew']) {
  if ('fault' in judged) {
    const { number: line, fault: error, usage } = judged;
    return { line, error, ...(usage && { usage: toUsageWire(usage) }) };
  }
  const { verdict } = judged;
  const usage = toUsageWire(verdict.usage);
  const coverage = toCoverageWire(verdict.coverage);
  if (verdict.status === 'no_verdict') {
    return { no_verdict: { reason: verdict.reason, message: verdict.message }, usage, coverage };
  }
  if (verdict.status === 'not_judgeable') {
    const outcome = { verdict: verdict.status, verdict_reason: verdict.reason };
    return { score: null, annotations: [], usage, ...outcome, unanchored: 0, coverage };
  }
  const { status, score, annotations, unanchored } = verdict;
  return {
    score,
    annotations: annotations.map((annotation, index) => ({
      ...toAnnotationWire(annotation),
      ...(isNew !== null && { is_new: isNew[index] }),
    })),
    usage,
    verdict: status,
    verdict_reason: null,
    unanchored,
    coverage,
  };
}
