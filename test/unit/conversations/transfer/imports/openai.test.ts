import type { ChatCompletion, ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { Response, ResponseCreateParams } from 'openai/resources/responses/responses';
import { conversationOf, readLine, timetableTurns } from './read-line';

const request: ChatCompletionCreateParams = {
  model: 'gpt-4.1-mini',
  metadata: { team: 'ferries' },
  tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }],
  messages: [
    { role: 'system', content: 'Use the timetable.' },
    { role: 'user', content: [{ type: 'text', text: 'When is the first boat?' }] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"day":"Sunday"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '11:15' },
  ],
};
const completion: ChatCompletion = {
  id: 'chatcmpl-Bqk1',
  object: 'chat.completion',
  created: 1_767_225_600,
  model: 'gpt-4.1-mini-2025-04-14',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: { role: 'assistant', content: 'At 07:40.', refusal: null, annotations: [] },
    },
  ],
  usage: { prompt_tokens: 41, completion_tokens: 5, total_tokens: 46 },
};
const reply = {
  model: 'gpt-4.1-mini-2025-04-14',
  inputTokens: 41,
  outputTokens: 5,
  finishReason: 'stop',
};

/** The lines of a batch's input and output files, joined by `custom_id`. */
function batchLine(body: object, status = 200, path = '/v1/chat/completions') {
  return {
    custom_id: 'request-1',
    method: 'POST',
    url: path,
    body: path === '/v1/chat/completions' ? request : body,
    id: 'batch_req_1',
    response: { status_code: status, request_id: 'req_1', body },
    error: null,
  };
}

describe('openai-jsonl', () => {
  it('reads lines of fine-tuning files and the preferred side of preferences', () => {
    const example = {
      messages: [...request.messages, { role: 'assistant', content: 'At 07:40.', weight: 1 }],
    };
    const preference = {
      input: { messages: request.messages, tools: request.tools, parallel_tool_calls: true },
      preferred_output: [{ role: 'assistant', content: 'At 07:40.' }],
      non_preferred_output: [{ role: 'assistant', content: 'At noon.' }],
    };

    expect(readLine('openai-jsonl', example)).toEqual(timetableTurns);
    expect(readLine('openai-jsonl', preference)).toEqual(timetableTurns);
    expect(conversationOf('openai-jsonl', preference).tools).toMatchObject([{ name: 'look_up' }]);
  });

  it('reads requests with their responses, in pairs and in joined batches, as one conversation', () => {
    const pair = conversationOf('openai-jsonl', { request, response: completion });
    const batch = conversationOf('openai-jsonl', batchLine(completion));

    expect(readLine('openai-jsonl', { request, response: completion })).toEqual(timetableTurns);
    expect(batch.messages).toEqual(pair.messages);
    expect(pair).toMatchObject({ externalId: 'chatcmpl-Bqk1', createdAt: new Date('2026-01-01T00:00:00Z') });
    expect(pair.messages.at(-1)?.generation).toMatchObject(reply);
    expect([pair.tags, batch.tags]).toEqual([
      { team: 'ferries' },
      { team: 'ferries', custom_id: 'request-1' },
    ]);
  });

  it('ignores failed requests, and names what a line lacks', () => {
    const failed = { ...batchLine({ error: { message: 'no' } }, 400) };
    const expired = { custom_id: 'a', id: 'batch_req_2', response: null, error: { code: 'batch_expired' } };
    const { body: _request, ...output } = batchLine(completion);
    const { response: _response, error: _error, id: _id, ...input } = batchLine(completion);

    expect([failed, expired].map((line) => readLine('openai-jsonl', line))).toEqual([
      ['failed request'],
      ['failed request'],
    ]);
    expect(readLine('openai-jsonl', output)).toEqual([
      expect.stringMatching(/^body\.request: .*join the files/),
    ]);
    expect(readLine('openai-jsonl', input)).toEqual([expect.stringMatching(/^body\.response: /)]);
    expect(readLine('openai-jsonl', { prompt: 'a' })).toEqual([expect.stringMatching(/^body\.messages: /)]);
  });

  it.each([12_345, -1, 1e300, 'yesterday', {}])('leaves out the time %j, with a notice', (created) => {
    const { createdAt, messages, notices } = conversationOf('openai-jsonl', {
      request,
      response: { ...completion, created },
    });

    expect({ createdAt, reply: messages.at(-1)?.createdAt, notices }).toEqual({
      createdAt: null,
      reply: null,
      notices: { ignored_times: 1 },
    });
  });

  it.each([0, null, undefined, ''])('needs no time and has no notice of %j', (created) => {
    const line = { request, response: { ...completion, created } };

    expect(conversationOf('openai-jsonl', line).notices).toBeNull();
  });

  it.each(['1767225600', 1_767_225_600_000, '2026-01-01 00:00:00'])('reads the time %j', (created) => {
    const line = { request, response: { ...completion, created } };

    expect(conversationOf('openai-jsonl', line).createdAt).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it('gives equal lines without an id one external id', () => {
    const [one, same, other] = ['a', 'a', 'b'].map(
      (content) => conversationOf('openai-jsonl', { messages: [{ role: 'user', content }] }).externalId,
    );

    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });
});

const responsesRequest: ResponseCreateParams = {
  model: 'gpt-5.1',
  instructions: 'Use the timetable.',
  tools: [
    { type: 'function', name: 'look_up', parameters: { type: 'object' }, strict: true },
    { type: 'web_search' },
  ],
  input: [
    { role: 'user', content: 'When is the first boat?' },
    { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{"day":"Sunday"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '11:15' },
  ],
};
const response: Response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_767_225_600,
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: 'Use the timetable.',
  metadata: {},
  model: 'gpt-5.1-2025-11-13',
  output: [
    { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Sunday.' }] },
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'At 07:40.', annotations: [] }],
    },
  ],
  output_text: 'At 07:40.',
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: 41,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 25 },
    total_tokens: 71,
  },
};

describe('responses', () => {
  it('reads pairs, joined batches and responses with their input as one conversation', () => {
    const pair = conversationOf('responses', { request: responsesRequest, response });
    const line = { ...batchLine(response, 200, '/v1/responses'), body: responsesRequest };

    expect(readLine('responses', { request: responsesRequest, response })).toEqual([
      ...timetableTurns.slice(0, 4),
      'assistant: At 07:40. | reasoning ["Sunday."]',
    ]);
    expect(conversationOf('responses', line).messages).toEqual(pair.messages);
    expect(conversationOf('openai-jsonl', line).messages).toEqual(pair.messages);
    expect(conversationOf('responses', { ...response, input: responsesRequest.input }).messages).toEqual(
      pair.messages,
    );
    expect(pair).toMatchObject({ externalId: 'resp_1', tools: [{ name: 'look_up' }] });
    expect(pair.messages.at(-1)).toMatchObject({
      externalId: 'msg_1',
      extra: null,
      generation: {
        model: 'gpt-5.1-2025-11-13',
        inputTokens: 41,
        outputTokens: 30,
        finishReason: 'completed',
      },
    });
  });

  it('reports what refers to content elsewhere, and ignores failures', () => {
    const later = { ...responsesRequest, previous_response_id: 'resp_0' };

    expect(readLine('responses', { request: later, response })).toEqual([
      expect.stringMatching(/^body\.previous_response_id: .*send the turns before it/),
    ]);
    expect(readLine('responses', response)).toEqual([expect.stringMatching(/^body\.input: /)]);
    expect(readLine('responses', { ...response, status: 'failed', input: 'a' })).toEqual(['failed request']);
    expect(readLine('responses', {})).toEqual([expect.stringMatching(/^body\.output: /)]);
  });
});
