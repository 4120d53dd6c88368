import type { Request, Response } from 'express';
import { z } from 'zod';
import {
  type DecodedExport,
  decodeExport,
  type ExportNotices,
  encodeResponse,
  encodeStatus,
  logSignal,
  mediaTypes,
  type OtlpEncoding,
  type Signal,
  toExportResponse,
  toStatus,
  traceSignal,
  UndecodableExport,
} from '../../packages/formats';
import { unsupportedMediaType } from '../platform/errors/error-templates';
import type { WorkspaceAccess } from '../platform/http/caller';
import { defineRoute, type Route } from '../platform/http/route';
import type { ExportIngestion } from './ingest-export';
import { exportLogsExample, exportTracesExample, undecodable } from './trace.examples';
import {
  exportLogsResponseSchema,
  exportLogsSchema,
  exportTracesResponseSchema,
  exportTracesSchema,
  protobufSchema,
  rpcStatusSchema,
} from './trace.schema';

export interface TraceRoutesDependencies {
  ingestion: ExportIngestion;
  /** The maximum of an export, after decompression. */
  maxExportBytes: number;
}

const description =
  'OTLP/HTTP, in protobuf or JSON, optionally with Content-Encoding gzip; the response has the same form. Telemetry unrelated to ' +
  'generative AI is accepted and ignored. Rejected records are counted in partial_success. A message with none rejected is a warning.';

const TOO_LARGE_ADVICE =
  'Export fewer spans at a time: lower OTEL_BSP_MAX_EXPORT_BATCH_SIZE of the SDK, or send_batch_max_size of the collector.';

const exported = {
  tag: 'Telemetry',
  access: 'workspace',
  method: 'post',
  role: 'contributor',
  status: 200,
} as const;
const foreignErrors = {
  400: {
    description: 'The body cannot be decoded: google.rpc.Status, in the form of the request.',
    schema: rpcStatusSchema,
    example: undecodable,
  },
};
const streams = (json: z.ZodType) => ({
  [mediaTypes.json]: json,
  [mediaTypes.protobuf]: protobufSchema,
});
const ofTraces = {
  streams: streams(exportTracesSchema),
  response: exportTracesResponseSchema,
  example: exportTracesExample,
};

const metricsRoute = defineRoute({
  ...exported,
  operationId: 'exportMetrics',
  summary: 'Discard metrics of an OpenTelemetry exporter',
  description:
    'OTLP/HTTP. SDKs that send all signals to one endpoint send metrics too. They are accepted and discarded, unread.',
  path: '/v1/metrics',
  streams: streams(z.unknown().meta({ id: 'ExportMetricsServiceRequest', description: 'Not read' })),
  errors: ['unsupported_media_type'],
  response: z.object({}).meta({ id: 'ExportMetricsServiceResponse' }),
  example: { request: {}, response: {} },
  handler: async ({ request, response, workspace }) => {
    const encoding = encodingOf(request);
    request.resume();
    // The places of a call over gRPC belong to the workspace, however its caller writes the credential.
    response.set('x-workspace-id', workspace.workspaceId);
    // An empty message has no bytes in protobuf.
    if (encoding === 'protobuf') sendProtobuf(response, 200, Buffer.alloc(0));
    return {};
  },
});

/** The endpoints for OpenTelemetry exporters. */
export function traceRoutes({ ingestion, maxExportBytes }: TraceRoutesDependencies): Route[] {
  const common = {
    ...exported,
    isIngestion: true,
    bodyLimits: { maxBytes: maxExportBytes, advice: TOO_LARGE_ADVICE },
    errors: ['body_too_large', 'unsupported_media_type', 'json_invalid'],
    foreignErrors,
  } as const;
  const ingestSpans = ({
    request,
    response,
    readBytes,
    workspace,
    signal,
  }: Exchange & { workspace: WorkspaceAccess; signal: AbortSignal }) =>
    respondToExport(traceSignal, { request, response, readBytes }, (decoded) =>
      ingestion.ingestSpans(workspace.workspaceId, decoded, signal),
    );

  return [
    defineRoute({
      ...common,
      ...ofTraces,
      operationId: 'exportTraces',
      summary: 'Ingest spans of an OpenTelemetry exporter',
      description: `${description} Spans of the OpenTelemetry GenAI conventions, of OpenInference and of the frameworks in docs/traces.md become conversations.`,
      path: '/v1/traces',
      handler: ingestSpans,
    }),
    defineRoute({
      ...common,
      ...ofTraces,
      operationId: 'exportLangfuseTraces',
      summary: "Ingest spans of Langfuse's SDKs",
      description:
        `${description} The same as /v1/traces, where the SDKs of Langfuse send their spans. The public key is the id ` +
        'of the workspace or the name of the key, the secret key is a workspace-scoped key.',
      path: '/api/public/otel/v1/traces',
      acceptsBasic: true,
      handler: ingestSpans,
    }),
    defineRoute({
      ...common,
      operationId: 'exportLogs',
      summary: 'Ingest log records of an OpenTelemetry exporter',
      description: `${description} Events of the OpenTelemetry GenAI conventions add messages to their spans.`,
      path: '/v1/logs',
      streams: streams(exportLogsSchema),
      response: exportLogsResponseSchema,
      example: exportLogsExample,
      handler: ({ request, response, readBytes, workspace: { workspaceId }, signal }) =>
        respondToExport(logSignal, { request, response, readBytes }, (decoded) =>
          ingestion.ingestEvents(workspaceId, decoded, signal),
        ),
    }),
    metricsRoute,
  ];
}

interface Exchange {
  request: Request;
  response: Response;
  readBytes: () => Promise<Buffer>;
}

/** Runs `handle`, which returns what the sender should know; the route sends a JSON response itself. */
async function respondToExport(
  signal: Signal,
  { request, response, readBytes }: Exchange,
  handle: (decoded: DecodedExport) => Promise<ExportNotices>,
) {
  const encoding = encodingOf(request);
  const bytes = await readBytes();
  try {
    const notices = await handle(await decodeExport(signal, bytes, encoding));
    const exportResponse = toExportResponse(signal, notices);
    if (encoding === 'protobuf') sendProtobuf(response, 200, encodeResponse(signal, exportResponse));
    return exportResponse;
  } catch (error) {
    if (!(error instanceof UndecodableExport)) throw error;
    const status = toStatus(error);
    if (encoding === 'protobuf') sendProtobuf(response, 400, encodeStatus(status));
    else response.status(400).json(status);
    return {};
  }
}

function sendProtobuf(response: Response, status: number, bytes: Buffer): void {
  response.status(status).set('Content-Type', mediaTypes.protobuf).end(bytes);
}

/** @throws AppError unsupported_media_type */
function encodingOf(request: Request): OtlpEncoding {
  const type = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === mediaTypes.protobuf) return 'protobuf';
  if (type === mediaTypes.json) return 'json';
  throw unsupportedMediaType('Content-Type', Object.values(mediaTypes));
}
