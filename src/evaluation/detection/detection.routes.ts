import { sumNotices } from '../../../packages/formats';
import { defineRoute, type Route } from '../../platform/http/route';
import { detectionRequestSchema, detectionSchema, toDetectionWire } from './detection.schema';
import type { DetectionService } from './detection.service';

const description =
  'Evaluates the last message against the rest of the conversation. With `store_conversation`, the conversation, its ' +
  'messages and the evaluation are stored in one transaction and appear in the dashboard. `no_verdict` (502) means ' +
  'that the judge reached no verdict: the conversation is stored nevertheless, and `ctx` contains `reason`, ' +
  '`conversation_id` and `evaluation_id`. If the provider is busy or down (503), nothing is stored.';

const example = {
  request: {
    messages: [
      { role: 'system', content: 'Order 1042 ships on 3 May.' },
      { role: 'user', content: 'When does order 1042 ship?' },
      { role: 'assistant', content: 'Order 1042 ships on 5 May.' },
    ],
    generation_info: { model: 'gpt-4.1-mini', output_tokens: 9 },
  },
  response: {
    annotations: [
      {
        text: '5 May',
        label: 'fabrication',
        explanation: 'The evidence says 3 May.',
        message_part_index: 0,
        start_offset: 20,
        end_offset: 25,
        tool_name: null,
        parameter_name: null,
        confidence: 0.9,
        calibrated_confidence: null,
        evidence: [{ message_index: 0, message_part_index: 0, start_offset: 20, end_offset: 25 }],
      },
    ],
    usage: { input_tokens: 38, cost_cents: 0, calls: 0, retried_calls: 0 },
    evaluation_id: '0b7b5f0e-52a5-4f9c-8a53-0d6c5a1a9a01',
    conversation_id: '8f4d1c7a-6f0e-4a53-b0c5-6f9e1f0c2b02',
    score: 0.9,
    calibration: null,
    withheld_annotations: [],
    evaluator: { id: '5f0c8f2e-3c1b-4a52-9d7e-2f6f0f6f3b11', version: 1 },
    verdict: 'completed',
    verdict_reason: null,
    unanchored: 0,
    coverage: { windows: 1, evidence_examined: 52, evidence_total: 52, limits: [] },
    warnings: [],
  },
};

/** Detection, under the path of the API contract and under a shorter one. */
export function detectionRoutes({ detection }: { detection: DetectionService }): Route[] {
  const paths = { detectHallucinations: '/v1/detect-hallucinations', evaluate: '/v1/evaluate' };
  return Object.entries(paths).map(([operationId, path]) =>
    defineRoute({
      operationId,
      summary: 'Detect hallucinations in the last message of a conversation',
      description,
      tag: 'Detection',
      method: 'post',
      path,
      access: 'workspace',
      role: 'contributor',
      body: detectionRequestSchema,
      status: 200,
      response: detectionSchema,
      errors: [
        'model_unknown',
        'conflict',
        'no_verdict',
        'evaluator_busy',
        'provider_unavailable',
        'provider_rate_limited',
      ],
      isIdempotent: true,
      isIngestion: true,
      example,
      handler: async ({ body, workspace, resourceId, signal, replacedCharacters }) => {
        const notices = sumNotices([{ replaced_characters: replacedCharacters }]);
        const context = { workspaceId: workspace.workspaceId, conversationId: resourceId, notices, signal };
        const { evaluation, warnings } = await detection.detect(body, context);
        return toDetectionWire(evaluation, warnings, notices);
      },
    }),
  );
}
