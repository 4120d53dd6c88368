import { defineRoute, type Route } from '../../platform/http/route';
import { ingestionStatusSchema, toIngestionStatusWire } from './ingestion-status.schema';
import type { IngestionStatusService } from './ingestion-status.service';

export function ingestionStatusRoutes({ status }: { status: IngestionStatusService }): Route[] {
  return [
    defineRoute({
      operationId: 'getIngestionStatus',
      summary: 'Get what exporters have sent, and what was ignored',
      description:
        'The instrumentations that export telemetry to the workspace, with what their latest batches had: spans, ' +
        'conversations, what was ignored, why, and what to change. Holds keys of attributes, no content.',
      tag: 'Telemetry',
      access: 'workspace',
      method: 'get',
      path: '/v1/ingestion/status',
      status: 200,
      response: ingestionStatusSchema,
      example: {
        response: {
          sources: [
            {
              sdk_name: 'opentelemetry.instrumentation.openai_v2',
              sdk_version: '2.1b0',
              language: 'python',
              convention: 'gen_ai',
              first_batch_at: '2026-01-15T09:30:00.000Z',
              last_batch_at: '2026-01-15T09:30:00.000Z',
              batch_count: 1,
              span_count: 2,
              log_record_count: 0,
              conversation_count: 0,
              ignored: [
                {
                  reason: 'no_content',
                  count: 2,
                  last_seen_at: '2026-01-15T09:30:00.000Z',
                  message:
                    'Model calls of opentelemetry.instrumentation.openai_v2 have no recorded content. ' +
                    'Set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true. If the messages follow as log ' +
                    'records to /v1/logs, nothing has to change.',
                  attribute_keys: [],
                },
              ],
              recent_batches: [
                {
                  received_at: '2026-01-15T09:30:00.000Z',
                  signal: 'traces',
                  record_count: 2,
                  conversation_count: 0,
                  ignored_count: 2,
                },
              ],
            },
          ],
        },
      },
      handler: async ({ workspace: { workspaceId } }) =>
        toIngestionStatusWire(await status.listSources(workspaceId)),
    }),
  ];
}
