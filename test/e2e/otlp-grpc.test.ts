import { randomBytes } from 'node:crypto';
import { connect, constants } from 'node:http2';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { traceSignal } from '../../packages/formats';
import { type RunningGrpcServer, startGrpcServer } from '../../src/ingestion/grpc/grpc-server';
import { owner } from '../support/api';
import { chatAttributes } from '../support/otlp-spans';
import { makeMember } from '../support/people';
import { useApi } from '../support/use-api';

const MAX_EXPORT_BYTES = 100_000;

const api = useApi();
let grpc: RunningGrpcServer;
let client: Client;

beforeAll(async () => {
  const { server } = api;
  grpc = await startGrpcServer({ host: '127.0.0.1', port: 0, server, maxExportBytes: MAX_EXPORT_BYTES });
  client = new Client(`127.0.0.1:${grpc.port}`, credentials.createInsecure());
});

afterAll(async () => {
  client.close();
  await grpc.stop();
});

const metadataOf = (headers: Record<string, string>) => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
};
const callerHeaders = () => ({
  authorization: `Bearer ${owner.apiKey}`,
  'x-workspace-id': api.workspaceId,
});

/** Calls `Export` of an OTLP service with an encoded message. */
function callExport(signal: 'trace' | 'logs' | 'metrics', message: Uint8Array, headers = callerHeaders()) {
  const name = `${signal[0]?.toUpperCase()}${signal.slice(1)}Service`;
  const path = `/opentelemetry.proto.collector.${signal}.v1.${name}/Export`;
  const unchanged = (bytes: Buffer) => bytes;
  return new Promise<{ error: ServiceError | null; bytes: Buffer | undefined }>((resolve) => {
    client.makeUnaryRequest(
      path,
      unchanged,
      unchanged,
      Buffer.from(message),
      metadataOf(headers),
      (error, bytes) => resolve({ error, bytes }),
    );
  });
}

describe('OTLP over gRPC', () => {
  it.each([CompressionAlgorithm.NONE, CompressionAlgorithm.GZIP])(
    "stores what OpenTelemetry's exporter sends with compression %s",
    async (compression) => {
      const conversationId = `grpc-${compression}`;
      const url = `http://127.0.0.1:${grpc.port}`;
      const exporter = new OTLPTraceExporter({ url, compression, metadata: metadataOf(callerHeaders()) });
      const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
      const attributes = {
        ...chatAttributes([['user', 'When does the boat leave?']], 'At nine.'),
        'gen_ai.conversation.id': conversationId,
      };

      provider.getTracer('test').startSpan('chat', { attributes }).end();
      await provider.shutdown();

      const list = await api.get(`/v1/conversations?external_id=${conversationId}`);
      expect(list.body.items).toHaveLength(1);
    },
  );

  it('reports rejected spans in the response', async () => {
    const attributes = [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }];
    const span = { spanId: randomBytes(8), startTimeUnixNano: 1_000, attributes };
    const message = traceSignal.request.encode({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });

    const { error, bytes } = await callExport('trace', message.finish());

    expect(error).toBeNull();
    expect(traceSignal.response.decode(bytes ?? Buffer.alloc(0)).toJSON()).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage: '1 rejected: trace_id is not 16 bytes that are not all zero',
      },
    });
  });

  it('warns about accepted spans without content', async () => {
    const attributes = [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }];
    const ids = { traceId: randomBytes(16), spanId: randomBytes(8) };
    const span = { ...ids, startTimeUnixNano: 1_000, attributes };
    const scope = { name: 'openlit' };
    const message = traceSignal.request.encode({
      resourceSpans: [{ scopeSpans: [{ scope, spans: [span] }] }],
    });

    const { error, bytes } = await callExport('trace', message.finish());

    expect(error).toBeNull();
    expect(traceSignal.response.decode(bytes ?? Buffer.alloc(0)).toJSON()).toEqual({
      partialSuccess: {
        errorMessage:
          '1 without content: Model calls of openlit have no recorded content. ' +
          'Set capture_message_content=True of openlit.init',
      },
    });
  });

  it.each(['logs', 'metrics'] as const)('accepts an empty export of %s', async (signal) => {
    expect(await callExport(signal, new Uint8Array())).toEqual({ error: null, bytes: Buffer.alloc(0) });
  });

  it('refuses what is no export, without a retry', async () => {
    const { error } = await callExport('trace', new Uint8Array([0x0a, 0xff]));

    expect(error).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'The body is not an OTLP export in application/x-protobuf',
    });
    expect(error?.metadata.get('grpc-status-details-bin')).toEqual([]);
  });

  it('refuses a message that is too large, without a retry', async () => {
    const { error } = await callExport('trace', Buffer.alloc(MAX_EXPORT_BYTES + 1));

    expect(error?.code).toBe(status.RESOURCE_EXHAUSTED);
    expect(error?.metadata.get('grpc-status-details-bin')).toEqual([]);
  });

  it('refuses callers that may not export', async () => {
    const viewer = await makeMember(api, 'viewer');
    const codeOf = async (authorization: string) =>
      (await callExport('trace', new Uint8Array(), { ...callerHeaders(), authorization })).error?.code;

    expect(await codeOf('Bearer not-a-key')).toBe(status.UNAUTHENTICATED);
    expect(await codeOf(`Bearer ${viewer.key}`)).toBe(status.PERMISSION_DENIED);
  });

  it('refuses a caller without reading its message', async () => {
    const session = connect(`http://127.0.0.1:${grpc.port}`);
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      te: 'trailers',
    });

    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));

    expect(headers['grpc-status']).toBe(String(status.UNAUTHENTICATED));
    stream.close();
    session.close();
  });
});
