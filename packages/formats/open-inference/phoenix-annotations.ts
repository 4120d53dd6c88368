import { labelOf, METRIC, originOf, type PlacedVerdict, scoreOf } from '../model/sent-verdict';

/** The annotation of a span, which replaces one with the same span, name and identifier. */
export function toSpanAnnotation(verdict: PlacedVerdict): object {
  return {
    span_id: verdict.span.spanId,
    name: METRIC,
    annotator_kind: verdict.evaluator.kind === 'llm_judge' ? 'LLM' : 'CODE',
    identifier: `assay/${verdict.evaluator.id}`,
    result: {
      label: labelOf(verdict),
      score: scoreOf(verdict),
      ...(verdict.explanation !== '' && { explanation: verdict.explanation }),
    },
    metadata: originOf(verdict),
  };
}
