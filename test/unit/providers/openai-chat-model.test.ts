import type { ChatRequest } from '../../../src/providers/chat-model';
import { OpenAIChatModel, ProviderClient } from '../../../src/providers/openai-chat-model';
import type { ProviderConfig } from '../../../src/providers/provider-config';
import { ModelServer } from '../../support/model-server';

const apiKey = 'sk-test-0123456789';
const server = new ModelServer();

beforeAll(() => server.start());
afterAll(() => server.stop());

function makeModel(model: string, config: Partial<ProviderConfig> = {}): OpenAIChatModel {
  return new OpenAIChatModel(makeClient(config), model);
}

function makeClient(config: Partial<ProviderConfig> = {}): ProviderClient {
  return new ProviderClient({
    name: 'acme',
    baseUrl: server.baseUrl,
    apiKey,
    prices: new Map([['priced', { inputPer1mUsd: 2, outputPer1mUsd: 8 }]]),
    maxConcurrency: 16,
    timeoutMs: 5_000,
    ...config,
  });
}

function ask(text: string, request: Partial<ChatRequest> = {}): ChatRequest {
  return {
    messages: [{ role: 'user', name: null, parts: [{ type: 'text', content: text }] }],
    tools: [],
    reasoningConfig: null,
    replySchema: null,
    ...request,
  };
}

const unaborted = () => ({ signal: new AbortController().signal });

describe('OpenAIChatModel', () => {
  it('replies with the message, the counts and the price', async () => {
    server.on('priced', {
      kind: 'text',
      text: 'Paris',
      usage: { prompt_tokens: 1_000, completion_tokens: 500 },
    });

    const reply = await makeModel('priced').generate(ask('Capital of France?'), unaborted());

    expect(reply).toEqual({
      message: { role: 'assistant', name: null, parts: [{ type: 'text', content: 'Paris' }] },
      provider: 'acme',
      model: 'priced',
      finishReason: 'stop',
      inputTokens: 1_000,
      outputTokens: 500,
      latencyMs: expect.any(Number),
      costUsd: 0.006,
    });
  });

  it('sends the conversation, the key and nothing from the environment', async () => {
    process.env.OPENAI_ORG_ID = 'org-of-the-environment';
    await makeModel('plain').generate(ask('hello'), unaborted());
    delete process.env.OPENAI_ORG_ID;

    const [request] = server.requestsFor('plain');
    expect(request?.body).toEqual({ model: 'plain', messages: [{ role: 'user', content: 'hello' }] });
    expect(request?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(request?.headers).not.toHaveProperty('openai-organization');
  });

  it('sends no Authorization header to a provider without a key', async () => {
    await makeModel('keyless', { apiKey: null }).generate(ask('hello'), unaborted());

    expect(server.requestsFor('keyless')[0]?.headers).not.toHaveProperty('authorization');
  });

  it('passes tools, the reply schema and reasoning settings, which cannot override the request', async () => {
    const schema = { type: 'object', properties: {} };
    const request = ask('hello', {
      tools: [{ name: 'search', description: null, parameters: { type: 'object' } }],
      replySchema: { name: 'answer', schema },
      reasoningConfig: {
        effort: 'low',
        seed: 7,
        model: 'other',
        n: 3,
        stream: true,
        messages: [],
        tools: [],
        service_tier: 'priority',
        models: ['gpt-5-pro'],
        web_search_options: {},
      },
    });

    await makeModel('settings').generate(request, unaborted());

    expect(server.requestsFor('settings')[0]?.body).toEqual({
      model: 'settings',
      messages: [{ role: 'user', content: 'hello' }],
      tools: [{ type: 'function', function: { name: 'search', parameters: { type: 'object' } } }],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      reasoning_effort: 'low',
      seed: 7,
    });
  });

  it('passes custom tools and their calls, and an empty text for a reply that was cut off', async () => {
    const call = {
      type: 'tool_call' as const,
      id: 'c',
      name: 'run_sql',
      arguments: 'SELECT 1',
      isCustom: true as const,
    };
    await makeModel('custom').generate(
      ask('hello', {
        messages: [
          { role: 'assistant', name: null, parts: [] },
          { role: 'assistant', name: null, parts: [call] },
        ],
        tools: [
          { name: 'run_sql', description: null, parameters: null, custom: { format: { type: 'text' } } },
        ],
      }),
      unaborted(),
    );

    expect(server.requestsFor('custom')[0]?.body).toEqual({
      model: 'custom',
      messages: [
        { role: 'assistant', content: '' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'run_sql', input: 'SELECT 1' } }],
        },
      ],
      tools: [{ type: 'custom', custom: { name: 'run_sql', format: { type: 'text' } } }],
    });
  });

  it('reads tool calls and refusals', async () => {
    const toolCall = { id: 'a', type: 'function', function: { name: 'search', arguments: '{"q":1}' } };
    server.on('calls', {
      kind: 'message',
      message: { role: 'assistant', content: null, tool_calls: [toolCall] },
      finishReason: 'tool_calls',
    });
    server.on('refuses', { kind: 'message', message: { role: 'assistant', content: null, refusal: 'No.' } });

    const calls = await makeModel('calls').generate(ask('?'), unaborted());
    const refuses = await makeModel('refuses').generate(ask('?'), unaborted());

    expect(calls.message.parts).toEqual([
      { type: 'tool_call', id: 'a', name: 'search', arguments: '{"q":1}' },
    ]);
    expect(calls.finishReason).toBe('tool_calls');
    expect(refuses.message.parts).toEqual([{ type: 'refusal', content: 'No.' }]);
  });

  it.each<[string, object, object]>([
    [
      'arguments as an object',
      { tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: { q: 1 } } }] },
      { type: 'tool_call', id: 'a', name: 'f', arguments: '{"q":1}' },
    ],
    [
      'a call without arguments, id and type',
      { tool_calls: [{ type: null, function: { name: 'f' } }] },
      { type: 'tool_call', id: '', name: 'f', arguments: '' },
    ],
    [
      'arguments of a function call as an object',
      { function_call: { name: 'f', arguments: { q: 1 } } },
      { type: 'tool_call', id: null, name: 'f', arguments: '{"q":1}' },
    ],
    [
      'reasoning as a content part',
      {
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'Paris' },
        ],
      },
      { type: 'text', content: 'Paris' },
    ],
    [
      'text next to references and parts that are no text',
      {
        content: [
          { type: 'text', text: 'Paris' },
          { type: 'reference', reference_ids: [1] },
          { type: 'image_url', image_url: 'https://example.com/paris.png' },
          null,
        ],
      },
      { type: 'text', content: 'Paris' },
    ],
    [
      'reasoning as an object',
      { content: 'Paris', reasoning: { steps: 3 } },
      { type: 'text', content: 'Paris' },
    ],
  ])('reads %s', async (_case, message, part) => {
    server.on('loose', { kind: 'message', message: { content: null, ...message } });

    const reply = await makeModel('loose').generate(ask('?'), unaborted());

    expect(reply.message.parts).toEqual([part]);
  });

  it.each([{}, { message: '', type: '', param: '', code: null }, { code: 0, message: '' }])(
    'is not disturbed by the empty error %j next to the choices',
    async (error) => {
      const body = { choices: [{ message: { content: 'Paris' }, error: null }], error, usage: [] };
      server.on('empty-error', { kind: 'wrong_shape', body });

      const reply = await makeModel('empty-error').generate(ask('?'), unaborted());

      expect(reply).toMatchObject({ message: { parts: [{ content: 'Paris' }] }, finishReason: null });
    },
  );

  it('counts tokens itself when the provider does not', async () => {
    server.on('uncounted', { kind: 'text', text: 'hello world', usage: null });

    const reply = await makeModel('uncounted').generate(ask('hello'), unaborted());

    expect(reply).toMatchObject({ inputTokens: 8, outputTokens: 2, costUsd: null });
  });
});

describe('a failed call', () => {
  it.each([
    ['retry-after in seconds', { 'retry-after': '7' }, 7_000],
    ['retry-after-ms', { 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    ['no header', {}, 1_000],
    ['a header without sense', { 'retry-after': 'soon' }, 1_000],
    ['a header that asks for years', { 'retry-after': '999999999' }, 3_600_000],
  ])('has a retry delay after a 429 with %s', async (_case, headers, retryAfterMs) => {
    server.on('limited', { kind: 'status', status: 429, headers });

    await expect(makeModel('limited').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_rate_limited',
      retryAfterMs,
    });
  });

  it('parses a date in Retry-After', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    server.on('limited', { kind: 'status', status: 429, headers: { 'retry-after': inAMinute } });

    const error = await makeModel('limited')
      .generate(ask('hi'), unaborted())
      .catch((reason) => reason);

    expect(error.retryAfterMs).toBeGreaterThan(50_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('is final if the 429 means an exhausted quota', async () => {
    server.on('broke', {
      kind: 'status',
      status: 429,
      code: 'insufficient_quota',
      message: 'Check your plan',
    });

    await expect(makeModel('broke').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_rejected',
      message: 'acme responded 429: Check your plan',
    });
  });

  it.each([408, 409, 500, 502, 503, 529])(
    'is transient after a %d, and is not retried by the client',
    async (status) => {
      const model = `down-${status}`;
      server.on(model, { kind: 'status', status, headers: { 'retry-after': '3' } });

      await expect(makeModel(model).generate(ask('hi'), unaborted())).rejects.toMatchObject({
        code: 'provider_unavailable',
        retryAfterMs: 3_000,
      });
      expect(server.requestsFor(model)).toHaveLength(1);
    },
  );

  it.each([400, 401, 403, 404, 422])('is final after a %d and quotes the provider', async (status) => {
    server.on('refused', { kind: 'status', status, message: 'max_tokens is too large' });

    await expect(makeModel('refused').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_rejected',
      message: `acme responded ${status}: max_tokens is too large`,
    });
  });

  it.each([
    ['a bare message', { object: 'error', message: 'context too long' }],
    ['a detail', { detail: [{ msg: 'context too long' }] }],
  ])('quotes servers that respond with %s', async (_case, body) => {
    server.on('foreign', { kind: 'status', status: 400, body });

    const error = await makeModel('foreign')
      .generate(ask('hi'), unaborted())
      .catch((reason) => reason);

    expect(error.message).toContain('context too long');
  });

  it('never quotes the key, and no more than 500 characters', async () => {
    const message = `${'x'.repeat(495)}${apiKey} is wrong`;
    server.on('leaky', { kind: 'status', status: 401, message });

    const error = await makeModel('leaky')
      .generate(ask('hi'), unaborted())
      .catch((reason) => reason);

    expect(error.message).toBe(`acme responded 401: ${'x'.repeat(495)}[key]`);
    expect(error.cause).toBeUndefined();
  });

  it.each([
    ['text that is no JSON', { kind: 'garbage' }],
    ['another shape', { kind: 'wrong_shape', body: { answer: 42 } }],
    ['null', { kind: 'wrong_shape', body: null }],
    ['no choices', { kind: 'wrong_shape', body: { choices: [] } }],
    ['an empty message', { kind: 'text', text: '' }],
    ['reasoning alone', { kind: 'message', message: { content: null, reasoning_content: 'hmm' } }],
    ['an error without a code', { kind: 'wrong_shape', body: { error: { message: 'Something broke' } } }],
  ] as const)('is an unreadable reply after %s', async (_case, behaviour) => {
    server.on('odd', behaviour);

    await expect(makeModel('odd').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_reply_unreadable',
    });
  });

  it.each([
    ['content_filter', 'provider_reply_filtered', null],
    ['content_filter', 'provider_reply_filtered', '\n'],
    ['SAFETY', 'provider_reply_filtered', undefined],
    ['length', 'provider_reply_truncated', ''],
    ['MAX_TOKENS', 'provider_reply_truncated', null],
  ])('is final if the reply is empty with finish_reason %s', async (finishReason, code, content) => {
    const message = { role: 'assistant', content, reasoning_content: 'Let me think' };
    const usage = { prompt_tokens: 100, completion_tokens: 1_000 };
    server.on('priced', { kind: 'message', message, finishReason, usage });

    await expect(makeModel('priced').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code,
      isFinal: true,
      usage: { inputTokens: 100, costUsd: 0.0082 },
    });
  });

  it.each([{}, { message: null }])('is final if a filtered choice has no message: %j', async (choice) => {
    const choices = [{ ...choice, finish_reason: 'content_filter' }];
    server.on('odd', { kind: 'wrong_shape', body: { choices } });

    await expect(makeModel('odd').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_reply_filtered',
    });
  });

  it.each([
    [{ error: { message: 'slow down', code: 429 } }, 'provider_rate_limited', false],
    [{ error: { message: 'slow down', code: '429' } }, 'provider_rate_limited', false],
    [{ error: { message: 'slow down', code: 'rate_limit_exceeded' } }, 'provider_rate_limited', false],
    [{ error: { message: 'pay first', type: 'insufficient_quota', code: 429 } }, 'provider_rejected', true],
    [{ error: { message: 'upstream failed', code: 502 } }, 'provider_unavailable', false],
    [{ error: { message: 'upstream failed', type: 'overloaded_error' } }, 'provider_unavailable', false],
    [{ error: { message: 'no such model', code: 404 } }, 'provider_rejected', true],
    [[{ error: { message: 'quota', status: 'RESOURCE_EXHAUSTED' } }], 'provider_rate_limited', false],
    [{ object: 'error', message: 'too long', code: 400 }, 'provider_rejected', true],
    [{ choices: [{ error: { message: 'cut', code: 504 } }] }, 'provider_unavailable', false],
    [{ error: 'out of memory' }, 'provider_reply_unreadable', false],
  ])('is what a successful response with the error %j reports', async (body, code, isFinal) => {
    server.on('gateway', { kind: 'wrong_shape', body });

    const error = await makeModel('gateway')
      .generate(ask('hi'), unaborted())
      .catch((reason) => reason);

    expect(error).toMatchObject({ code, isFinal });
    expect(JSON.stringify(body)).toContain(error.message.split(': ').at(-1));
  });

  it('waits as long as the headers of a successful response with an error ask for', async () => {
    const body = { error: { message: 'slow down', code: 429 } };
    server.on('gateway', { kind: 'status', status: 200, body, headers: { 'retry-after': '7' } });

    await expect(makeModel('gateway').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_rate_limited',
      retryAfterMs: 7_000,
    });
  });

  it('costs what a successful response with an error reports', async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 0 };
    server.on('priced', { kind: 'wrong_shape', body: { error: { message: 'failed', code: 502 }, usage } });

    await expect(makeModel('priced').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_unavailable',
      usage: { inputTokens: 1_000, costUsd: 0.002 },
    });
  });

  it('is transient when the connection breaks off in the body', async () => {
    server.on('cut', { kind: 'truncated' });

    await expect(makeModel('cut').generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
  });

  it('is transient without a server', async () => {
    const gone = new ModelServer();
    await gone.start();
    const { baseUrl } = gone;
    await gone.stop();

    await expect(makeModel('any', { baseUrl }).generate(ask('hi'), unaborted())).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
  });

  it.each(['never', 'stalled'] as const)('is a timeout if the response is %s', async (kind) => {
    server.on('late', { kind });

    await expect(
      makeModel('late', { timeoutMs: 100 }).generate(ask('hi'), unaborted()),
    ).rejects.toMatchObject({
      code: 'provider_timeout',
    });
  });

  it('releases its permit', async () => {
    const client = makeClient({ maxConcurrency: 1 });
    server.on('failing', { kind: 'status', status: 500 });

    await expect(new OpenAIChatModel(client, 'failing').generate(ask('hi'), unaborted())).rejects.toThrow();
    const reply = await new OpenAIChatModel(client, 'fine').generate(ask('hi'), unaborted());

    expect(reply.message.parts).toEqual([{ type: 'text', content: 'hi' }]);
  });
});

describe('an aborted call', () => {
  const reason = new Error('cancelled by the caller');

  it('rejects with the reason before it is sent', async () => {
    await expect(makeModel('unsent').generate(ask('hi'), { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(server.requestsFor('unsent')).toEqual([]);
  });

  it('rejects with the reason while the provider works', async () => {
    const controller = new AbortController();
    server.on('abandoned', () => {
      controller.abort(reason);
      return { kind: 'never' };
    });

    await expect(makeModel('abandoned').generate(ask('hi'), { signal: controller.signal })).rejects.toBe(
      reason,
    );
  });

  it('rejects with the reason while it waits for a permit, which goes to the next call', async () => {
    const client = makeClient({ maxConcurrency: 1 });
    const release = await client.permits.acquire('');
    const controller = new AbortController();
    const waiting = new OpenAIChatModel(client, 'queue').generate(ask('first'), {
      signal: controller.signal,
      onQueued: async () => controller.abort(reason),
    });

    await expect(waiting).rejects.toBe(reason);
    release();
    await new OpenAIChatModel(client, 'queue').generate(ask('second'), unaborted());

    expect(server.requestsFor('queue')).toHaveLength(1);
    expect(client.permits.freeCount).toBe(1);
  });
});

describe('the permits of a provider', () => {
  it('limit the open requests of all its models together', async () => {
    const own = new ModelServer();
    await own.start();
    own.otherwise({ kind: 'slow', ms: 20, next: { kind: 'echo' } });
    const client = makeClient({ maxConcurrency: 2, baseUrl: own.baseUrl });

    await Promise.all(
      ['a', 'b', 'a', 'b', 'a', 'b'].map((model) =>
        new OpenAIChatModel(client, model).generate(ask('hi'), unaborted()),
      ),
    );
    await own.stop();

    expect(own.requests).toHaveLength(6);
    expect(own.maxInFlight).toBe(2);
  });

  it('call onQueued only for calls that wait, and onStarted for all', async () => {
    const client = makeClient({ maxConcurrency: 1 });
    server.on('slow', { kind: 'slow', ms: 300, next: { kind: 'echo' } });
    const events: string[] = [];
    const call = (name: string) =>
      new OpenAIChatModel(client, 'slow').generate(ask(name), {
        ...unaborted(),
        onQueued: async () => void events.push(`${name} queued`),
        onStarted: async () => void events.push(`${name} started`),
      });

    const [, second] = await Promise.all([call('first'), call('second')]);

    expect(events).toEqual(['second queued', 'first started', 'second started']);
    expect(second.latencyMs).toBeLessThan(590); // with the wait it would be 600
  });
});
