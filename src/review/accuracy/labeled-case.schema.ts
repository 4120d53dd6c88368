import { z } from 'zod';
import { messageRoleSchema } from '../../../packages/formats';
import { evaluationSchema } from '../../conversations/evaluations/evaluation.schema';
import { uuidSchema } from '../../platform/http/schemas';
import type { PredictionSums } from './predicted-issues.repository';

const count = z.int().gte(0);

/** What the sums of a population are exported as, so that a file of cases corrects the same rates. */
export const sampledFromSchema = z
  .object({
    queue_id: uuidSchema,
    population: count.describe('Replies that the sample was drawn from, and the evaluator has judged'),
    flagged: count.describe('Of these, replies with a finding'),
    issues: count.describe('Their findings'),
    issues_squared: count.describe('The sum of the squares of the findings of each'),
    labels: z
      .array(z.object({ label: z.string(), flagged: count }).meta({ id: 'FlaggedLabel' }))
      .describe('Flagged replies by label'),
  })
  .meta({ id: 'SampledFrom', description: 'The sample of a labeled case, the same for all cases' });

export type SampledFrom = z.output<typeof sampledFromSchema>;

/** One line of the export, in the form of labeled data that `assay measure` reads. */
export const labeledCaseSchema = z
  .object({
    id: uuidSchema.describe('Of the reviewed message'),
    source: uuidSchema.describe('The conversation: cases of the same one are not independent'),
    hallucinated: z.boolean().describe('Whether people say that the reply has an issue'),
    messages: z
      .array(z.looseObject({ role: messageRoleSchema }).meta({ id: 'LabeledMessage' }))
      .describe('What the reply was judged against, then the reply, in the form of detection'),
    tools: z.array(z.looseObject({}).meta({ id: 'LabeledTool' })).describe('In the form of detection'),
    spans: z
      .array(
        z
          .object({
            part_index: z.int().describe('Of the reply: content parts in order, then tool calls'),
            start: z.int().describe('UTF-16 code units, 0-based'),
            end: z.int().describe('UTF-16 code units, exclusive'),
            label: z.string(),
            text: z.string(),
            parameter_name: z.string().nullable().describe('Of a tool call, where the evaluator names it'),
          })
          .meta({ id: 'LabeledSpan' }),
      )
      .nullable()
      .describe('The confirmed findings; null while some are not decided'),
    evaluation: evaluationSchema.describe('The verdict that the rates count'),
    sample: sampledFromSchema,
  })
  .meta({ id: 'LabeledCase' });

export type LabeledCaseWire = z.input<typeof labeledCaseSchema>;

export function toSampledFrom(queueId: string, sums: PredictionSums): SampledFrom {
  const { count: population, flagged, issues, issuesSquared, labels } = sums;
  return { queue_id: queueId, population, flagged, issues, issues_squared: issuesSquared, labels };
}

export function fromSampledFrom(wire: SampledFrom): Omit<PredictionSums, 'versions'> {
  const { population, flagged, issues, issues_squared: issuesSquared, labels } = wire;
  return { count: population, flagged, issues, issuesSquared, labels };
}

const messageId = '0b8e7f6a-5d4c-4b3a-9281-706f5e4d3c2b';
const conversationId = '6f1d2c3b-4a59-4e8d-b7c6-a5f4e3d2c1b0';

export const labeledCaseExample: LabeledCaseWire = {
  id: messageId,
  source: conversationId,
  hallucinated: true,
  messages: [
    { role: 'system', content: 'The Harrow Bridge was opened in 1887.' },
    { role: 'user', content: 'When was it opened?' },
    { role: 'assistant', content: 'It was opened in 1889.' },
  ],
  tools: [],
  spans: [{ part_index: 0, start: 17, end: 21, label: 'fabrication', text: '1889', parameter_name: null }],
  evaluation: {
    id: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
    conversation_id: conversationId,
    message_id: messageId,
    experiment_id: null,
    item_id: null,
    evaluator_id: '1c7f2b9a-0e4d-4f3b-8a6e-5d9c3b2a1f44',
    evaluator_version: 1,
    issue_config_version: 1,
    status: 'completed',
    reason: null,
    annotations: [
      {
        text: '1889',
        label: 'fabrication',
        explanation: 'The evidence has 1887.',
        message_part_index: 0,
        start_offset: 17,
        end_offset: 21,
        tool_name: null,
        parameter_name: null,
        confidence: 0.97,
        calibrated_confidence: null,
        evidence: [{ message_index: 0, message_part_index: 0, start_offset: 32, end_offset: 36 }],
      },
    ],
    score: 0.97,
    calibration: null,
    withheld_annotations: [],
    unanchored: 0,
    usage: { input_tokens: 31, cost_cents: 0, calls: 0, retried_calls: 0 },
    coverage: { windows: 1, evidence_examined: 56, evidence_total: 56, limits: [] },
    created_at: '2026-11-02T09:30:00.000Z',
  },
  sample: {
    queue_id: '3d7e5a10-92c4-4b8f-a6d1-5e0f7b2c9a48',
    population: 1512,
    flagged: 591,
    issues: 902,
    issues_squared: 2210,
    labels: [{ label: 'fabrication', flagged: 402 }],
  },
};
