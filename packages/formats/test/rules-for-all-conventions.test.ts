import { jsonSpan, keyValues } from '../../../test/support/otlp-spans';
import { assemble, lineOf, makeCall } from '../../../test/support/spans';
import type { GenAiSpan } from '../spans/span';
import { type Attributes, ids, readEvents, readOne, readOneSpan } from './support/read-all';

describe('the result of a tool has the role tool', () => {
  const result = JSON.stringify([
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'at nine' }] },
  ]);
  const parts = JSON.stringify([
    { role: 'user', parts: [{ type: 'tool_call_response', id: 'c1', response: 'at nine' }] },
  ]);

  it.each<[string, Attributes]>([
    ['as a part', { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': parts }],
    ["in Anthropic's form", { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': result }],
    [
      "in the AI SDK's form",
      {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.prompt.messages': JSON.stringify([
          { role: 'user', content: [{ type: 'tool-result', toolCallId: 'c1', output: 'at nine' }] },
        ]),
      },
    ],
    [
      'in the form of Langfuse',
      { 'langfuse.observation.type': 'generation', 'langfuse.observation.input': result },
    ],
    ['in the form of LangSmith', { 'langsmith.span.kind': 'llm', 'gen_ai.prompt': result }],
    [
      'in the form of MLflow',
      { 'mlflow.spanType': '"CHAT_MODEL"', 'mlflow.spanInputs': `{"messages":${result}}` },
    ],
    [
      'in the form of AutoGen',
      {
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.role': 'function',
        'llm.input_messages.0.function.0': '{"call_id":"c1","content":"at nine"}',
      },
    ],
  ])('%s of a message of the user', (_name, attributes) => {
    const { call } = readOne(attributes);

    expect(call?.inputs.map(lineOf)).toEqual(['tool! c1 at nine']);
  });

  it('in an event with the blocks of Bedrock', () => {
    const content = JSON.stringify([{ toolResult: { toolUseId: 'c1', content: [{ text: 'at nine' }] } }]);
    const event = { name: 'gen_ai.user.message', attributes: keyValues({ content }) };

    const { call } = readOneSpan({ ...jsonSpan(ids, { 'gen_ai.request.model': 'm' }), events: [event] });

    expect(call?.inputs.map(lineOf)).toEqual(['tool! c1 at nine']);
  });
});

it('an empty value is an absent attribute', () => {
  const span = jsonSpan(ids, { 'gen_ai.request.model': 'm' });
  const empty = { key: 'gen_ai.tool.name', value: {} };

  expect(readOneSpan({ ...span, attributes: [...span.attributes, empty] }).kind).toBe('model');
});

describe('a helper of a model call', () => {
  const values = { 'openinference.span.kind': 'LLM', 'input.value': 'a prompt', 'output.value': 'a reply' };
  const linesOf = (spans: GenAiSpan[]) => assemble(spans, []).messages.map(lineOf);

  it('has messages where no other span of its trace has them, and none elsewhere', () => {
    const helper = readOne(values);
    const call = makeCall({ traceId: helper.traceId, startMicros: 2 }, ['user: hi'], ['assistant: hello']);

    expect(linesOf([helper])).toEqual(['user: a prompt', 'assistant: a reply']);
    expect(linesOf([helper, call])).toEqual(['user: hi', 'assistant: hello']);
  });
});

describe('what a framework says about itself', () => {
  const own = {
    langgraph_step: 1,
    __pregel_task_id: 'p',
    ls_provider: 'openai',
    thread_id: 't',
    lc_agent_name: 'clerk',
  };

  it.each<[string, Attributes]>([
    [
      'OpenInference',
      { 'openinference.span.kind': 'CHAIN', metadata: JSON.stringify({ ...own, team: 'blue' }) },
    ],
    [
      'LangSmith',
      Object.fromEntries([
        ['langsmith.span.kind', 'chain'],
        ...Object.entries({ ...own, team: 'blue' }).map(([name, value]) => [
          `langsmith.metadata.${name}`,
          value,
        ]),
      ]),
    ],
  ])('makes no tags, and names the agent, in the form of %s', (_name, attributes) => {
    expect(readOne(attributes)).toMatchObject({ tags: { team: 'blue' }, agentName: 'clerk' });
  });

  it('names the agent of a graph', () => {
    const agent = readOne({ 'openinference.span.kind': 'AGENT', 'graph.node.id': 'clerk' });

    expect(agent.agentName).toBe('clerk');
  });
});

describe('a reply that calls tools', () => {
  it.each<[string, Attributes]>([
    [
      'OpenInference',
      {
        'openinference.span.kind': 'LLM',
        'llm.output_messages.0.message.content': '',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'find',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{}',
      },
    ],
    [
      'the AI SDK',
      {
        'ai.operationId': 'ai.generateText.doGenerate',
        'ai.response.text': '',
        'ai.response.toolCalls': '[{"toolCallId":"c1","toolName":"find","input":"{}"}]',
      },
    ],
  ])('has no empty text next to the call, in the form of %s', (_name, attributes) => {
    const { call } = readOne(attributes);

    expect(call?.outputs.map(lineOf)).toEqual(['assistant! c1 find {}']);
  });
});

it('a message that CrewAI repeats without its prefix is the same message', () => {
  const question = '\nCurrent Task: When?';
  const first = makeCall({ startMicros: 1 }, [`user: ${question}`], ['assistant: At nine.']);
  const repeated = ['user: When?', 'assistant: At nine.', 'user: \nCurrent Task: Where?'];
  const second = makeCall({ startMicros: 2000, traceId: first.traceId }, repeated, ['assistant: Pier 4.']);

  expect(assemble([first, second], []).messages).toHaveLength(4);
});

describe('a log record whose body is text', () => {
  const record = (eventName: string, body: string) => ({
    ...ids,
    timeUnixNano: '1',
    eventName,
    body: { stringValue: body },
  });

  it('is a message where that is one as JSON text, as of Semantic Kernel', () => {
    const message = '{"role":"user","content":"hi"}';
    const choice = '{"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}';

    const { items } = readEvents([
      record('gen_ai.user.message', message),
      record('gen_ai.choice', choice),
      record('gen_ai.user.message', '{"answer":42}'),
    ]);

    expect(items.flatMap(({ inputs }) => inputs.map(lineOf))).toEqual(['user: hi', 'user: {"answer":42}']);
    expect(items.flatMap(({ outputs }) => outputs)).toMatchObject([{ finishReason: 'stop' }]);
    expect(items.flatMap(({ outputs }) => outputs.map(lineOf))).toEqual(['assistant: hello']);
  });
});
