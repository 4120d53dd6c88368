// An agent as users of the service run it, in a separate process: instrumentations patch `require`, which Jest
// replaces. Settings come as JSON in the first argument: family, exporter, endpoint, headers, modelBaseUrl,
// conversationId.
const { trace, SpanStatusCode } = require('@opentelemetry/api');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { BatchSpanProcessor, NodeTracerProvider } = require('@opentelemetry/sdk-trace-node');
const { BatchLogRecordProcessor, LoggerProvider } = require('@opentelemetry/sdk-logs');

const settings = JSON.parse(process.argv[2]);
const { endpoint, headers, modelBaseUrl, conversationId } = settings;

const { OTLPTraceExporter } = require(
  settings.exporter === 'proto'
    ? '@opentelemetry/exporter-trace-otlp-proto'
    : '@opentelemetry/exporter-trace-otlp-http',
);
const { OTLPLogExporter } = require('@opentelemetry/exporter-logs-otlp-proto');
const compression = settings.compression ?? 'none';
const spanExporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, compression });
const logExporter = new OTLPLogExporter({ url: `${endpoint}/v1/logs`, headers, compression });

const tracerProvider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(spanExporter)] });
tracerProvider.register();
const loggerProvider = new LoggerProvider({
  processors: [new BatchLogRecordProcessor({ exporter: logExporter })],
});

const families = {
  openinference: () => {
    const { OpenAIInstrumentation } = require('@arizeai/openinference-instrumentation-openai');
    return new OpenAIInstrumentation();
  },
  opentelemetry: () => {
    const { OpenAIInstrumentation } = require('@opentelemetry/instrumentation-openai');
    return new OpenAIInstrumentation({ captureMessageContent: true });
  },
};
registerInstrumentations({
  tracerProvider,
  loggerProvider,
  instrumentations: [families[settings.family]()],
});

const { OpenAI } = require('openai');
const client = new OpenAI({ baseURL: modelBaseUrl, apiKey: 'sk-test', maxRetries: 0 });
const tracer = trace.getTracer('agent');
const isOpenInference = settings.family === 'openinference';

const agentAttributes = isOpenInference
  ? {
      'openinference.span.kind': 'AGENT',
      'session.id': conversationId,
      'agent.name': 'traveller',
      metadata: JSON.stringify({ team: 'blue' }),
    }
  : {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': conversationId,
      'gen_ai.agent.name': 'traveller',
      'gen_ai.conversation.tags.team': 'blue',
    };

const toolAttributes = (call, result) =>
  isOpenInference
    ? {
        'openinference.span.kind': 'TOOL',
        'tool.name': call.function.name,
        'tool_call.id': call.id,
        'input.value': call.function.arguments,
        'output.value': result,
      }
    : {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': call.function.name,
        'gen_ai.tool.call.id': call.id,
        'gen_ai.tool.call.arguments': call.function.arguments,
        'gen_ai.tool.call.result': result,
      };

const tools = [
  {
    type: 'function',
    function: {
      name: 'timetable',
      description: 'When boats leave',
      parameters: { type: 'object', properties: { day: { type: 'string' } } },
    },
  },
];

function runTool(call) {
  const result = JSON.stringify({ error: 'no timetable for that day' });
  const span = tracer.startSpan('timetable', { attributes: toolAttributes(call, result) });
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'no timetable' });
  span.end();
  return { role: 'tool', tool_call_id: call.id, content: result };
}

/** Calls the model until it calls no more tools; every question is a separate trace. */
async function takeTurn(messages, model) {
  await tracer.startActiveSpan('agent', { attributes: agentAttributes }, async (span) => {
    try {
      for (;;) {
        const { choices } = await client.chat.completions.create({ model, messages, tools });
        const { message } = choices[0];
        messages.push(message);
        if (!message.tool_calls?.length) return;
        messages.push(...message.tool_calls.map(runTool));
      }
    } catch {
      span.setStatus({ code: SpanStatusCode.ERROR });
    } finally {
      span.end();
    }
  });
}

async function main() {
  const messages = [
    { role: 'system', content: 'You help travellers.' },
    { role: 'user', content: 'When does the boat leave on Sunday?' },
  ];
  await takeTurn(messages, 'boat-model');
  messages.push({ role: 'user', content: 'And on Monday?' });
  await takeTurn(messages, 'boat-model');
  messages.push({ role: 'user', content: 'And on Tuesday?' });
  await takeTurn(messages, 'broken-model');
  await tracerProvider.shutdown();
  await loggerProvider.shutdown();
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
