import {
  type Annotation,
  type IssueLabel,
  mapKindsToLabels,
  SCHEMA_MISMATCH,
} from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import { codePointLength, sliceCodePoints } from '../../../packages/text';
import type { Verdict } from '../../conversations/evaluations/verdict';
import { enforceOffsets } from '../../evaluation/judgment/enforce-offsets';
import type { SchemaError } from '../store/experiment';

/** Code points of a reply that are marked. */
const MAX_MARKED = 1_000;
const MAX_EXPLAINED = 3;

/**
 * Adds an issue for a reply that does not match the output schema, if a label covers that. Then a reply that the
 * evaluator cannot judge has been judged.
 */
export function withSchemaIssue(
  verdict: Verdict,
  message: Message,
  errors: readonly SchemaError[] | null,
  labels: readonly IssueLabel[],
): Verdict {
  if (verdict.status === 'no_verdict' || errors === null || errors.length === 0) return verdict;
  const label = mapKindsToLabels(labels).get(SCHEMA_MISMATCH);
  const issue = label === undefined ? null : toAnnotation(message, errors, label);
  if (issue === null) return verdict;
  const { usage, coverage } = verdict;
  const judged: Verdict =
    verdict.status === 'completed'
      ? verdict
      : { status: 'completed', annotations: [], score: null, unanchored: 0, usage, coverage };
  const { annotations } = enforceOffsets([...judged.annotations, issue], message);
  // Only a reply without findings has suspected words.
  return { ...judged, annotations, suspected: [] };
}

/** At the beginning of the reply; null if it has no text to mark. */
function toAnnotation({ parts }: Message, errors: readonly SchemaError[], label: string): Annotation | null {
  const index = parts.findIndex(
    (part) => (part.type === 'text' || part.type === 'refusal') && part.content !== '',
  );
  const part = parts[index];
  if (part?.type !== 'text' && part?.type !== 'refusal') return null;
  const text = sliceCodePoints(part.content, 0, MAX_MARKED);
  const shown = errors
    .slice(0, MAX_EXPLAINED)
    .map((error) => (error.path === '' ? '' : `${error.path}: `) + error.message);
  return {
    text,
    label,
    explanation: `The reply does not match the output schema. ${shown.join('; ')}`,
    messagePartIndex: index,
    startOffset: 0,
    endOffset: codePointLength(text),
    toolName: null,
    parameterName: null,
    confidence: null,
    evidence: [],
  };
}
