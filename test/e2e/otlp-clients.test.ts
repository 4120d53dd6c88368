import { firstOf } from '../support/first-of';
import { ModelServer } from '../support/model-server';
import { type AgentSettings, runAgent } from '../support/otlp';
import { useApi } from '../support/use-api';

const models = new ModelServer();
const api = useApi({ models });

const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'timetable', arguments: '{"day":"Sunday"}' },
};

beforeAll(() => {
  models.on('broken-model', { kind: 'status', status: 500, message: 'down' }).on('boat-model', ({ body }) => {
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
    parts: [{ type: 'tool_call_response', id: 'call_1', response: '{"error":"no timetable for that day"}' }],
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
