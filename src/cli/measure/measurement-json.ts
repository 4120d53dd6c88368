import { CONFIDENCE } from '../../../packages/statistics';
import type { CaseCounts, GroupMeasures, Measurement } from '../../evaluation/accuracy/measurement';
import type { ResponseMeasures } from '../../evaluation/accuracy/measures';
import type { PairOrdering } from '../../evaluation/accuracy/pair-ordering';
import { RESAMPLES, SEED } from '../../evaluation/accuracy/source-bootstrap';

/** All numbers of a measurement, rates as 0..1; `docs/measuring.md` describes them. */
export function toMeasurementJson(
  { groups, labels, noVerdictReasons, timing }: Measurement,
  isTimed: boolean,
) {
  return {
    intervals: { confidence: CONFIDENCE, resamples: RESAMPLES, seed: SEED },
    groups: groups.map(toGroupJson),
    labels,
    no_verdict_reasons: noVerdictReasons,
    timing: isTimed ? { median_ms: timing.median, p95_ms: timing.p95 } : null,
  };
}

function toGroupJson(group: GroupMeasures) {
  const { task, counts, responses, characters, pairs } = group;
  return {
    task,
    counts: toCountsJson(counts),
    responses: toResponsesJson(responses),
    characters,
    arguments: group.arguments && {
      per_argument: group.arguments.perArgument,
      per_message: group.arguments.perMessage,
    },
    pairs: pairs && { all: toPairsJson(pairs.all), length_matched: toPairsJson(pairs.lengthMatched) },
  };
}

function toCountsJson(counts: CaseCounts) {
  return {
    cases: counts.cases,
    hallucinated: counts.hallucinated,
    judged: counts.judged,
    no_verdict: counts.noVerdict,
    not_judged: counts.notJudged,
    unscored: counts.unscored,
    evidence_examined: counts.evidenceExamined,
    evidence_total: counts.evidenceTotal,
  };
}

function toResponsesJson({ precision, recall, f1, auc, cleanFlagged }: ResponseMeasures) {
  return { precision, recall, f1, auc, clean_flagged: cleanFlagged };
}

function toPairsJson({ pairs, unscored, ties, accuracy, accuracyByLength }: PairOrdering) {
  return { pairs, unscored, ties, accuracy, accuracy_by_length: accuracyByLength };
}
