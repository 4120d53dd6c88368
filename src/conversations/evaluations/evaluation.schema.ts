import { z } from 'zod';
import {
  type Annotation,
  type EvidenceLocation,
  MAX_EVIDENCE_LOCATIONS,
  notJudgeableReasons,
} from '../../../packages/detector';
import { timestampSchema, uuidSchema } from '../../platform/http/schemas';
import type { Evaluation } from './evaluation';
import type { AppliedCalibration, Coverage } from './verdict';
import { noVerdictReasons } from './verdict';

export const evidenceLocationSchema = z
  .object({
    message_index: z
      .int()
      .describe(
        '0-based index of a message of the conversation before the annotated one. For a reply of an experiment, the ' +
          'index of the replayed reply means `system_prompt_override`, in which offsets count',
      ),
    message_part_index: z
      .int()
      .describe('Index of the message part: content parts in order, then tool calls in order'),
    start_offset: z.int().describe('Unicode code points, 0-based, inside the text of the part'),
    end_offset: z.int().describe('Unicode code points, exclusive; after `start_offset`'),
  })
  .meta({
    id: 'EvidenceLocation',
    description: 'A place in the conversation that an annotation was compared with',
  });

export const annotationSchema = z
  .object({
    text: z.string().describe('The annotated text: exactly the slice at the offsets'),
    label: z.string().describe('One of the labels of the configuration'),
    explanation: z.string(),
    message_part_index: z
      .int()
      .describe('Index of the message part: content parts in order, then tool calls in order'),
    start_offset: z.int().describe('Unicode code points, 0-based, inside the text of the part'),
    end_offset: z.int().describe('Unicode code points, exclusive'),
    tool_name: z
      .string()
      .nullable()
      .describe('Set when the part is a tool call; its text is `arguments` as sent'),
    parameter_name: z
      .string()
      .nullable()
      .describe('Dotted JSON path of the argument when the part is a tool call'),
    confidence: z.number().nullable().describe('0..1; null if the evaluator reports none'),
    calibrated_confidence: z
      .number()
      .nullable()
      .describe('Probability that people confirm it; null without a calibration'),
    evidence: z
      .array(evidenceLocationSchema)
      .describe(
        `What the annotated text was compared with: at most ${MAX_EVIDENCE_LOCATIONS} places, the best first. Empty if no ` +
          'message has it',
      ),
  })
  .meta({ id: 'Annotation' });

export const usageSchema = z
  .object({
    input_tokens: z.int(),
    cost_cents: z.number().nullable().describe('US cents; null if the price is unknown'),
    calls: z.int().describe('Model calls, all included in tokens and cost'),
    retried_calls: z.int().describe('Calls that retried a failed one'),
  })
  .meta({ id: 'Usage' });

export const coverageSchema = z
  .object({
    windows: z.int().describe('Windows examined; 1 if everything fit into one'),
    evidence_examined: z.int().describe('Code points of the texts before the reply that were examined'),
    evidence_total: z.int().describe('Code points of all texts before the reply'),
    limits: z.array(z.string()).describe('Sentences that state what could not be examined'),
  })
  .meta({ id: 'Coverage', description: 'The examined part of the evidence' });

/** What a calibration changed in a verdict. */
export const calibratedShape = {
  calibration: z
    .object({
      id: uuidSchema,
      score: z.number().describe('Probability of at least one issue, by reviews'),
      flag_above: z
        .number()
        .nullable()
        .describe(
          'Only replies with a `score` above this are flagged; null: the threshold of the evaluator holds',
        ),
    })
    .meta({ id: 'AppliedCalibration' })
    .nullable()
    .describe('The calibration that was applied; null without one'),
  withheld_annotations: z
    .array(annotationSchema)
    .describe('Findings that a threshold does not report: they are in no count, list or rate'),
};

/** Why an evaluation is not completed. */
export const reasonSchema = z
  .enum([...noVerdictReasons, ...notJudgeableReasons])
  .meta({ id: 'EvaluationReason' })
  .nullable();

export const evaluationStatusSchema = z
  .enum(['completed', 'no_verdict', 'not_judgeable'])
  .meta({ id: 'EvaluationStatus' });

export const evaluationSchema = z
  .object({
    id: uuidSchema,
    conversation_id: uuidSchema,
    message_id: uuidSchema,
    experiment_id: uuidSchema.nullable().describe('The experiment that requested it'),
    item_id: uuidSchema.nullable(),
    evaluator_id: uuidSchema,
    evaluator_version: z.int(),
    issue_config_version: z.int().nullable().describe('Null if the request had its own labels or context'),
    status: evaluationStatusSchema.describe(
      '`no_verdict`: the judge failed. `not_judgeable`: the evaluator cannot judge the message',
    ),
    reason: reasonSchema.describe('Why it is not completed; null if it is'),
    annotations: z.array(annotationSchema),
    score: z
      .number()
      .nullable()
      .describe('Probability of at least one issue; null if the evaluator reports none'),
    ...calibratedShape,
    unanchored: z
      .int()
      .describe('Findings dropped because their quote is not in the message, or their label is unknown'),
    usage: usageSchema,
    coverage: coverageSchema,
    created_at: timestampSchema,
  })
  .meta({ id: 'Evaluation' });

function toEvidenceLocationWire(location: EvidenceLocation): z.input<typeof evidenceLocationSchema> {
  return {
    message_index: location.messageIndex,
    message_part_index: location.messagePartIndex,
    start_offset: location.startOffset,
    end_offset: location.endOffset,
  };
}

export function toAnnotationWire(annotation: Annotation): z.input<typeof annotationSchema> {
  return {
    text: annotation.text,
    label: annotation.label,
    explanation: annotation.explanation,
    message_part_index: annotation.messagePartIndex,
    start_offset: annotation.startOffset,
    end_offset: annotation.endOffset,
    tool_name: annotation.toolName,
    parameter_name: annotation.parameterName,
    confidence: annotation.confidence,
    calibrated_confidence: annotation.calibratedConfidence ?? null,
    evidence: annotation.evidence.map(toEvidenceLocationWire),
  };
}

export function toCalibratedWire({
  calibration,
  withheld,
}: Pick<Evaluation, 'calibration' | 'withheld'>): z.input<z.ZodObject<typeof calibratedShape>> {
  return {
    calibration: calibration && toAppliedWire(calibration),
    withheld_annotations: withheld.map(toAnnotationWire),
  };
}

function toAppliedWire({ id, score, flagAbove }: AppliedCalibration) {
  return { id, score, flag_above: flagAbove };
}

export function toUsageWire(usage: Evaluation['usage']): z.input<typeof usageSchema> {
  return {
    input_tokens: usage.inputTokens,
    cost_cents: usage.costCents,
    calls: usage.calls,
    retried_calls: usage.retriedCalls,
  };
}

export function toCoverageWire(coverage: Coverage): z.input<typeof coverageSchema> {
  return {
    windows: coverage.windows,
    evidence_examined: coverage.evidenceExamined,
    evidence_total: coverage.evidenceTotal,
    limits: coverage.limits,
  };
}

export function toEvaluationWire(evaluation: Evaluation): z.input<typeof evaluationSchema> {
  return {
    id: evaluation.id,
    conversation_id: evaluation.conversationId,
    message_id: evaluation.messageId,
    experiment_id: evaluation.experimentId,
    item_id: evaluation.itemId,
    evaluator_id: evaluation.evaluatorId,
    evaluator_version: evaluation.evaluatorVersion,
    issue_config_version: evaluation.issueConfigVersion,
    status: evaluation.status,
    reason: evaluation.reason,
    annotations: evaluation.annotations.map(toAnnotationWire),
    score: evaluation.score,
    ...toCalibratedWire(evaluation),
    unanchored: evaluation.unanchored,
    usage: toUsageWire(evaluation.usage),
    coverage: toCoverageWire(evaluation.coverage),
    created_at: evaluation.createdAt.toISOString(),
  };
}
