import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, credentials, status } from '@grpc/grpc-js';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { traceSignal } from '../../packages/formats';
import { type RunningGrpcServer, startGrpcServer } from '../../src/ingestion/grpc/grpc-server';
import { firstOf } from '../support/first-of';
import { ModelServer } from '../support/model-server';
import { enterFreshWorkspace } from '../support/optimization-runs';
import { type AgentSettings, exporterHeaders, runAgent } from '../support/otlp';
import { callExport, metadataOf, openExport, spellingsOf, stallExport } from '../support/otlp-grpc';
import { chatAttributes } from '../support/otlp-spans';
import { owner } from '../support/owner';
import { makeMember } from '../support/people';
import { findPython } from '../support/python-environment';
import { useApi, useFreshWorkspace } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });

describe('gRPC', () => {
  const MAX_EXPORT_BYTES = 100_000;
  let grpc: RunningGrpcServer;
  let client: Client;

  beforeAll(async () => {
    const { server } = api;
    grpc = await startGrpcServer({ host: '127.0.0.1', port: 0, server, maxExportBytes: MAX_EXPORT_BYTES });
    client = new Client(`127.0.0.1:${grpc.port}`, credentials.createInsecure());
  });

  afterAll(async () => {
    client.close();
    await grpc.stop(0);
  });

  const callerHeaders = () => ({
    authorization: `Bearer ${owner.apiKey}`,
    'x-workspace-id': api.workspaceId,
  });

  const call = (signal: 'trace' | 'logs' | 'metrics', message: Uint8Array, headers = callerHeaders()) =>
    callExport(client, signal, message, headers);

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

      const { error, bytes } = await call('trace', message.finish());

      expect(error).toBeNull();
      expect(traceSignal.response.decode(bytes ?? Buffer.alloc(0)).toJSON()).toEqual({
        partialSuccess: {
          rejectedSpans: '1',
          errorMessage:
            '1 rejected: trace_id should be 16 bytes (32 hexadecimal digits in JSON), not all zero',
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

      const { error, bytes } = await call('trace', message.finish());

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
      expect(await call(signal, new Uint8Array())).toEqual({ error: null, bytes: Buffer.alloc(0) });
    });

    it('refuses what is no export, without a retry', async () => {
      const { error } = await call('trace', new Uint8Array([0x0a, 0xff]));

      expect(error).toMatchObject({
        code: status.INVALID_ARGUMENT,
        details: 'The body is not an OTLP export in application/x-protobuf',
      });
      expect(error?.metadata.get('grpc-status-details-bin')).toEqual([]);
    });

    it('refuses a message that is too large, without a retry', async () => {
      const { error } = await call('trace', Buffer.alloc(MAX_EXPORT_BYTES + 1));

      expect(error?.code).toBe(status.RESOURCE_EXHAUSTED);
      expect(error?.metadata.get('grpc-status-details-bin')).toEqual([]);
    });

    it('refuses callers that may not export', async () => {
      const viewer = await makeMember(api, 'viewer');
      const codeOf = async (authorization: string) =>
        (await call('trace', new Uint8Array(), { ...callerHeaders(), authorization })).error?.code;

      expect(await codeOf('Bearer not-a-key')).toBe(status.UNAUTHENTICATED);
      expect(await codeOf(`Bearer ${viewer.key}`)).toBe(status.PERMISSION_DENIED);
    });

    it('refuses a caller without reading its message', async () => {
      const stream = openExport(grpc.port, {});

      const [headers] = await once(stream, 'response');

      expect(headers['grpc-status']).toBe(String(status.UNAUTHENTICATED));
      stream.close();
    });
  });

  describe('a call whose message stalls', () => {
    const stall = (port: number, authorization: string) =>
      stallExport(port, { ...callerHeaders(), authorization });

    it('holds places of its workspace alone, however its credential is written, and ends after 5 s', async () => {
      const stalled = await Promise.all(spellingsOf(owner.apiKey).map((one) => stall(grpc.port, one)));
      const ends = stalled.map((stream) => once(stream, 'response'));
      const startedAt = performance.now();
      await enterFreshWorkspace(api);

      const { error } = await call('trace', Buffer.alloc(0));
      const exportedAfterMs = performance.now() - startedAt;
      const codes = await Promise.all(ends.map(async (end) => (await end)[0]['grpc-status']));

      expect(error).toBeNull();
      expect(exportedAfterMs).toBeLessThan(4000);
      expect(codes.filter((code) => code === String(status.DEADLINE_EXCEEDED)).length).toBeGreaterThanOrEqual(
        2,
      );
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    });

    it('does not hold up a stop', async () => {
      const { server } = api;
      const options = { host: '127.0.0.1', port: 0, server, maxExportBytes: MAX_EXPORT_BYTES };
      const stopped = await startGrpcServer(options);
      await stall(stopped.port, `Bearer ${owner.apiKey}`);
      const startedAt = performance.now();

      await stopped.stop(500);

      expect(performance.now() - startedAt).toBeLessThan(4000);
    });
  });
});

describe('clients of JavaScript', () => {
  useFreshWorkspace(api, models);

  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'timetable', arguments: '{"day":"Sunday"}' },
  };

  beforeAll(() => {
    models
      .on('broken-model', { kind: 'status', status: 500, message: 'down' })
      .on('boat-model', ({ body }) => {
        const hasResult = body.messages.some(({ role }) => role === 'tool');
        if (hasResult) return { kind: 'text', text: `reply ${body.messages.length}`, usage };
        return {
          kind: 'message',
          message: { role: 'assistant', content: null, tool_calls: [call] },
          finishReason: 'tool_calls',
          usage,
        };
      });
  });

  const usage = { prompt_tokens: 41, completion_tokens: 7 };

  const client = (settings: Pick<AgentSettings, 'family' | 'exporter' | 'compression'>) => ({
    ...settings,
    modelBaseUrl: models.baseUrl,
    conversationId: `boats-${settings.family}-${settings.exporter}`,
  });

  async function readConversation(externalId: string) {
    const list = await api.get(`/v1/conversations?external_id=${externalId}`);
    expect(list.body.items).toHaveLength(1);
    return (await api.get(`/v1/conversations/${firstOf(list.body.items).id}`)).body;
  }

  const text = (content: string) => [{ type: 'text', content }];
  const generation = (finishReason: string) => ({
    model: 'boat-model',
    provider: 'openai',
    input_tokens: 41,
    output_tokens: 7,
    latency_ms: expect.any(Number),
    cost_usd: null,
    finish_reason: finishReason,
  });

  const transcript = [
    { role: 'system', parts: text('You help travellers.'), generation: null },
    { role: 'user', parts: text('When does the boat leave on Sunday?') },
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'call_1', name: 'timetable', arguments: '{"day":"Sunday"}' }],
      generation: generation('tool_calls'),
      agent_name: 'traveller',
      is_error: false,
    },
    {
      role: 'tool',
      parts: [
        { type: 'tool_call_response', id: 'call_1', response: '{"error":"no timetable for that day"}' },
      ],
      is_error: true,
    },
    { role: 'assistant', parts: text('reply 4'), generation: generation('stop'), is_error: false },
    { role: 'user', parts: text('And on Monday?') },
    { role: 'assistant', parts: text('reply 6'), generation: generation('stop') },
  ];

  const conversation = {
    type: 'trace',
    tags: { team: 'blue' },
    tool_call_count: 1,
    input_tokens: 123,
    output_tokens: 21,
    models: ['boat-model'],
  };

  describe('the OpenAI client with the OpenInference instrumentation', () => {
    it.each([
      ['protobuf', 'proto', 'gzip'],
      ['JSON', 'json', 'none'],
    ] as const)(
      'becomes the conversation that was held, exported as %s',
      async (_name, exporter, compression) => {
        const settings = client({ family: 'openinference', exporter, compression });

        await runAgent(api, settings);

        const stored = await readConversation(settings.conversationId);
        expect(stored).toMatchObject(conversation);
        expect(stored.tools).toEqual([
          {
            name: 'timetable',
            description: 'When boats leave',
            parameters: { type: 'object', properties: { day: { type: 'string' } } },
          },
        ]);
        // It ends no span for a failed call, so the third request is not exported.
        expect(stored.messages).toMatchObject(transcript);
      },
    );
  });

  describe("the OpenAI client with OpenTelemetry's instrumentation", () => {
    it.each([
      ['protobuf', 'proto', 'gzip'],
      ['JSON', 'json', 'none'],
    ] as const)(
      'becomes the conversation that was held, with the error, as %s and events',
      async (_name, exporter, compression) => {
        const settings = client({ family: 'opentelemetry', exporter, compression });

        await runAgent(api, settings);

        const stored = await readConversation(settings.conversationId);
        expect(stored).toMatchObject(conversation);
        expect(stored.messages).toMatchObject([
          ...transcript,
          {
            role: 'user',
            parts: text('And on Tuesday?'),
            extra: { error: { type: 'InternalServerError', message: '500 down' } },
          },
        ]);
      },
    );
  });
});

describe('the client of Python', () => {
  useFreshWorkspace(api, models);

  const exporter = findPython({
    folder: 'python-otlp',
    packages: ['opentelemetry-sdk', 'opentelemetry-exporter-otlp-proto-http'],
    imports: 'import opentelemetry.exporter.otlp.proto.http.trace_exporter, opentelemetry.sdk.trace',
  });
  const script = join(__dirname, '../support/otlp-clients/agent.py');
  const text = (content: string) => [{ type: 'text', content }];

  describe("Python's OpenTelemetry exporter", () => {
    if ('missing' in exporter) {
      it(`could not be tried: ${exporter.missing}`, () => {
        expect(exporter.missing).not.toBe('');
      });
      return;
    }

    it('exports spans that become the original conversation', async () => {
      const headers = JSON.stringify(exporterHeaders(api));

      await promisify(execFile)(exporter.python, [script, api.url, headers, 'desk-4'], { timeout: 60_000 });

      const listed = firstOf((await api.get('/v1/conversations?external_id=desk-4')).body.items);
      const stored = (await api.get(`/v1/conversations/${listed.id}`)).body;
      const generation = {
        model: 'm-2026',
        provider: 'anthropic',
        input_tokens: 12,
        output_tokens: 3,
        latency_ms: expect.any(Number),
        cost_usd: null,
        finish_reason: 'stop',
      };
      expect(stored).toMatchObject({
        type: 'trace',
        tags: { team: 'four' },
        input_tokens: 36,
        models: ['m-2026'],
      });
      expect(stored.messages).toMatchObject([
        { role: 'system', parts: text('Be brief.'), generation: null },
        { role: 'user', parts: text('Who is Zoë 🦀?') },
        {
          role: 'assistant',
          parts: [{ type: 'tool_call', id: 'call_7', name: 'find', arguments: '{"name":"Zoë 🦀"}' }],
          generation,
        },
        {
          role: 'tool',
          parts: [{ type: 'tool_call_response', id: 'call_7', response: '{"found":[]}' }],
          is_error: true,
        },
        { role: 'assistant', parts: text('Nobody here.'), generation },
        { role: 'user', parts: text('Thanks'), is_error: false },
        { role: 'assistant', parts: text('You are welcome.'), generation },
      ]);
    });
  });
});
