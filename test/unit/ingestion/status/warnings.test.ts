import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logOrigins, rawLogRecords, rawSpans, spanOrigins } from '../../../../packages/formats';
import { readEvents, readSpans } from '../../../../src/ingestion/read-export';
import { diagnoseEvents, diagnoseSpans, type SourceReport } from '../../../../src/ingestion/status/diagnose';
import { warningsOf } from '../../../../src/ingestion/status/warnings';
import { packageRoot } from '../../../../src/platform/package-root';
import type { RecordedExport } from '../../../clients/recorder';
import { chatAttributes, exportOfScope, jsonSpan, keyValues } from '../../../support/otlp-spans';

type Attributes = Parameters<typeof keyValues>[0];

const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startMs: 1000 };
const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };

async function diagnoseBody({ path, body }: RecordedExport): Promise<SourceReport[]> {
  if (path.endsWith('/logs')) {
    return diagnoseEvents(logOrigins(body), (await readEvents(rawLogRecords(body))).outcomes);
  }
  return diagnoseSpans(spanOrigins(body), (await readSpans(rawSpans(body))).outcomes);
}

async function warnAbout(
  scope: string | null,
  spans: Attributes[],
  fields: Record<string, unknown> = {},
): Promise<string[]> {
  const body = exportOfScope(
    scope === null ? undefined : { name: scope },
    ...spans.map((attributes) => jsonSpan({ ...ids, ...fields }, attributes)),
  );
  return warningsOf(await diagnoseBody({ path: '/v1/traces', body }));
}

const NOTHING_TO_CHANGE = 'If the messages follow as log records to /v1/logs, nothing has to change';

describe('a batch gets no warning', () => {
  const folder = join(packageRoot, 'test/fixtures/traces');

  it.each(readdirSync(folder))('when it is what %s recorded', async (file) => {
    const exports: RecordedExport[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));

    const reports = (await Promise.all(exports.map(diagnoseBody))).flat();

    expect(reports.length).toBeGreaterThan(0);
    const hasLogs = exports.some(({ path }) => path.endsWith('/logs'));
    // Spans alone do not show that their messages come as log records.
    const unexpected = warningsOf(reports).filter(
      (warning) => !(hasLogs && warning.endsWith(NOTHING_TO_CHANGE)),
    );
    expect(unexpected).toEqual([]);
  });

  it.each<[string, Attributes]>([
    ['of a web server', { 'http.request.method': 'GET', 'url.path': '/v1/chat/completions' }],
    ['of a database', { 'db.system.name': 'mongodb', 'db.response.status_code': '0' }],
    ['of a queue', { 'messaging.system': 'kafka', 'messaging.message.id': '1' }],
    ['of Application Insights', { 'ai.device.model': 'x', 'ai.operation.id': 'y', 'ai.user.id': 'z' }],
    ['that only have a session', { 'traceloop.association.properties.input_id': '1', 'session.id': 's' }],
    ['of embeddings', { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'm' }],
    ['of a tool without a result', { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 't' }],
    [
      'of an agent around its calls',
      { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'm' },
    ],
  ])('for spans %s', async (_name, attributes) => {
    expect(await warnAbout('scope', [attributes])).toEqual([]);
  });

  it('for a failed call, which has no reply to record', async () => {
    expect(await warnAbout('scope', [{ ...chat, 'error.type': 'timeout' }])).toEqual([]);
  });

  it('for a call without messages where others have them', async () => {
    expect(await warnAbout('scope', [chat, chatAttributes([['user', 'hi']], 'hello')])).toEqual([]);
  });
});

describe('a batch gets a warning', () => {
  it('that names the attributes of an unknown convention', async () => {
    const attributes = {
      'llm.request.type': 'chat',
      'llm.prompts.0.content': 'secret question',
      'llm.prompts.1.content': 'secret question',
      'llm.usage.total_tokens': 3,
      'server.address': 'host',
    };

    expect(await warnAbout('my-tracer', [attributes, attributes])).toEqual([
      '2 unknown: Spans of my-tracer look like model calls of an unknown convention, with the attributes ' +
        'llm.prompts.n.content, llm.usage.total_tokens. Use an instrumentation of docs/traces.md',
    ]);
  });

  it('about messages that an unknown operation hides', async () => {
    const attributes = { ...chatAttributes([['user', 'hi']], 'hello'), 'gen_ai.operation.name': 'converse' };

    expect(await warnAbout(null, [attributes])).toEqual([
      '1 unknown: Spans of an unnamed instrumentation look like model calls of an unknown convention, with the attributes ' +
        'gen_ai.input.messages, gen_ai.output.messages. Use an instrumentation of docs/traces.md',
    ]);
  });

  it.each<[string, Attributes, string]>([
    [
      'opentelemetry.instrumentation.openai_v2',
      chat,
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    ],
    [
      '@opentelemetry/instrumentation-openai',
      chat,
      'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
    ],
    ['opentelemetry.instrumentation.openai.v1', chat, 'TRACELOOP_TRACE_CONTENT=true'],
    ['@traceloop/instrumentation-openai', chat, 'TRACELOOP_TRACE_CONTENT=true'],
    ['pydantic-ai', chat, 'include_content=True'],
    ['ai', { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.model.id': 'm' }, 'recordInputs'],
    [
      'langfuse-sdk',
      { 'langfuse.observation.type': 'generation' },
      'LANGFUSE_OBSERVE_DECORATOR_IO_CAPTURE_ENABLED=true',
    ],
    ['langsmith', { 'langsmith.span.kind': 'llm' }, 'LANGSMITH_HIDE_INPUTS'],
    [
      'openinference.instrumentation.openai',
      {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'm',
        'input.value': '__REDACTED__',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.content': '__REDACTED__',
      },
      'OPENINFERENCE_HIDE_INPUTS',
    ],
    [
      'pydantic-ai',
      {
        ...chat,
        'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text"}]}]',
        'gen_ai.output.messages':
          '[{"role":"assistant","parts":[{"type":"text"},{"type":"tool_call","id":"c","name":"f"}]}]',
      },
      'include_content=True',
    ],
    ['gcp.vertex.agent', chat, 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY'],
    ['openlit', chat, 'capture_message_content=True'],
  ])('that names the setting of %s for content', async (scope, attributes, setting) => {
    const [warning, ...others] = await warnAbout(scope, [attributes]);

    expect(others).toEqual([]);
    expect(warning).toContain(`1 without content: Model calls of ${scope} have no recorded content. `);
    expect(warning).toContain(setting);
  });

  it('that names the attributes of a call that has its content elsewhere', async () => {
    const [warning, ...others] = await warnAbout('own', [
      {
        ...chat,
        'acme.chat.prompt': 'When did it open?',
        'acme.reply': 'In 1889.',
        'http.request.body': 'a b',
      },
    ]);

    expect(others).toEqual([]);
    expect(warning).toContain('with the attributes acme.chat.prompt, acme.reply.');
  });

  it('about calls without content only where no other library has that of the call', async () => {
    const spans = (scope: string, startMs: number, attributes: Attributes) =>
      exportOfScope(
        { name: scope },
        jsonSpan({ ...ids, traceId: scope.padEnd(32, '0'), startMs }, attributes),
      ).resourceSpans;
    const warn = (startMs: number) =>
      diagnoseBody({
        path: '/v1/traces',
        body: {
          resourceSpans: [
            ...spans('a', 1000, chatAttributes([['user', 'hi']], 'hello')),
            ...spans('b', startMs, chat),
          ],
        },
      }).then(warningsOf);

    expect(await warn(1000)).toEqual([]);
    expect(await warn(5000)).toEqual([expect.stringContaining('Model calls of b have no recorded content')]);
  });

  it('about log records without content', async () => {
    const record = {
      traceId: ids.traceId,
      spanId: ids.spanId,
      eventName: 'gen_ai.choice',
      timeUnixNano: '1',
      body: { kvlistValue: { values: keyValues({ index: 0, finish_reason: 'stop' }) } },
    };
    const body = { resourceLogs: [{ scopeLogs: [{ scope: { name: 'scope' }, logRecords: [record] }] }] };

    expect(warningsOf(await diagnoseBody({ path: '/v1/logs', body }))).toEqual([
      expect.stringContaining('1 without content: Model calls of scope have no recorded content.'),
    ]);
  });

  it('without control characters of its names', async () => {
    const [warning] = await warnAbout('a\u001b[31mb\n', [
      { 'llm.\u0007prompts': 'x', 'llm.prompts\u0007': 'x' },
    ]);

    expect(warning).toContain('Spans of a [31mb look');
    expect(warning).toContain('attributes llm.prompts.');
  });
});
