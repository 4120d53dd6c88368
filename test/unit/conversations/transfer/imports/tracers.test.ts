import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conversationOf, readAll, readLine, timetableTurns } from './read-line';

const system = { role: 'system', content: 'Use the timetable.' };
const question = { role: 'user', content: 'When is the first boat?' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"day":"Sunday"}' } },
  ],
};
const result = { role: 'tool', tool_call_id: 'call_1', content: '11:15' };
const reply = { role: 'assistant', content: 'At 07:40.' };
const tool = { type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } };

/** Lines that the SDK of a tracer sent, of its wrapped OpenAI client and its decorated functions. */
function sentBySdk(name: string): unknown[] {
  const file = join(__dirname, `../../../../fixtures/imports/${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe.each(['langsmith', 'braintrust'] as const)('%s', (format) => {
  it('reads what its SDK sends, in any order', () => {
    const lines = sentBySdk(format);

    expect(readLine(format, ...lines)).toEqual(timetableTurns);
    expect(conversationOf(format, ...lines)).toEqual(conversationOf(format, ...lines.toReversed()));
    expect(conversationOf(format, ...lines)).toMatchObject({
      externalId: format === 'langsmith' ? 'thread-1' : 'chat-1',
      tags: {},
      tools: [{ name: 'look_up' }],
    });
    const replies = conversationOf(format, ...lines).messages.flatMap(({ generation }) => generation ?? []);
    expect(replies).toMatchObject(
      [1, 2].map(() => ({ model: 'gpt-4.1-mini', provider: 'openai', inputTokens: 30, outputTokens: 12 })),
    );
  });
});

describe('langfuse', () => {
  const trace = '6c1a3f0d8a414f7b9d531e6a7c4b8f20';
  const observation = (id: string, second: number, fields: object) => ({
    id,
    traceId: trace,
    projectId: 'p1',
    type: 'GENERATION',
    name: 'OpenAI-generation',
    startTime: `2026-01-15T09:30:0${second}.123Z`,
    endTime: `2026-01-15T09:30:0${second}.623Z`,
    completionStartTime: null,
    parentObservationId: 'root',
    level: 'DEFAULT',
    statusMessage: null,
    environment: 'default',
    model: 'gpt-4.1-mini',
    modelParameters: { temperature: 1 },
    usageDetails: { input: 30, output: 12, total: 42 },
    costDetails: { total: 0.002 },
    ...fields,
  });
  const root = observation('root', 0, {
    type: 'SPAN',
    parentObservationId: null,
    input: { q: 'When?' },
    output: 'x',
  });
  const first = observation('a', 1, { input: { messages: [system, question], tools: [tool] }, output: call });
  const run = observation('b', 2, {
    type: 'TOOL',
    name: 'look_up',
    input: { day: 'Sunday' },
    output: '11:15',
  });
  const second = observation('c', 3, { input: [system, question, call, result], output: reply });

  it('reads observations of its API, in any order, as one conversation', () => {
    expect(readLine('langfuse', second, run, root, first)).toEqual(timetableTurns);
    expect(conversationOf('langfuse', first)).toMatchObject({
      externalId: trace,
      tools: [{ name: 'look_up' }],
      messages: [
        {},
        {},
        {
          externalId: `${trace}/a`,
          generation: {
            model: 'gpt-4.1-mini',
            inputTokens: 30,
            outputTokens: 12,
            costUsd: 0.002,
            latencyMs: 500,
          },
        },
      ],
    });
  });

  it('reads rows of exports to blob storage, whose values are text, with the session of their trace', () => {
    const row = {
      id: 'c',
      trace_id: trace,
      project_id: 'p1',
      type: 'GENERATION',
      parent_observation_id: null,
      start_time: '2026-01-15 09:30:03.123000',
      end_time: '2026-01-15 09:30:03.623000',
      level: 'DEFAULT',
      input: JSON.stringify([system, question, call, result]),
      output: JSON.stringify(reply),
      provided_model_name: 'gpt-4.1-mini',
      usage_details: { input: 30, output: 12 },
    };
    const ofTrace = {
      id: trace,
      timestamp: '2026-01-15 09:30:00.000000',
      name: 'chat',
      session_id: 'chat-1',
      tags: ['beta'],
      metadata: { team: 'ferries' },
    };

    expect(readLine('langfuse', row, ofTrace)).toEqual(timetableTurns);
    expect(conversationOf('langfuse', row, ofTrace)).toMatchObject({
      externalId: 'chat-1',
      tags: { beta: 'true', team: 'ferries' },
      messages: [{}, {}, {}, {}, { createdAt: new Date('2026-01-15T09:30:03.623Z') }],
    });
  });

  it('replaces characters inside JSON text that cannot be stored, and refuses ids that are too long', () => {
    const nul = { ...first, input: JSON.stringify([{ role: 'user', content: 'a\u0000' }]) };

    expect(readLine('langfuse', nul)).toEqual(['user: a\uFFFD', expect.stringMatching(/^assistant: /)]);
    expect(readLine('langfuse', { ...first, traceId: 'x'.repeat(256) })).toEqual([
      expect.stringMatching(/^body: .*at most 255 characters/),
    ]);
  });

  it('reads traces with their observations, and reports what has no ids', () => {
    const whole = {
      id: trace,
      timestamp: '2026-01-15T09:30:00Z',
      sessionId: 's',
      observations: [root, first, run, second],
    };

    expect(readLine('langfuse', whole)).toEqual(timetableTurns);
    expect(conversationOf('langfuse', whole).externalId).toBe('s');
    expect(readLine('langfuse', { ...whole, observations: [{ ...first, startTime: 'now' }] })).toEqual([
      expect.stringMatching(/^body\.observations\.0: /),
    ]);
    expect(readLine('langfuse', {})).toEqual([expect.stringMatching(/^body: /)]);
  });
});

describe('langsmith', () => {
  const trace = '1f0529c8-196c-4c5b-84a2-604f11dc8e42';
  const extra = (metadata: object) => ({
    metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4.1-mini', thread_id: 'thread-1', ...metadata },
    invocation_params: { model: 'gpt-4.1-mini', tools: [tool] },
    runtime: { sdk: 'langsmith-py' },
  });
  const run = (id: string, second: number, fields: object) => ({
    id,
    trace_id: trace,
    parent_run_id: trace,
    name: 'ChatOpenAI',
    run_type: 'llm',
    start_time: `2026-01-15T09:30:0${second}.123456`,
    end_time: `2026-01-15T09:30:0${second}.623456`,
    session_id: 'project-1',
    dotted_order: `20260115T09300${second}123456Z${trace}`,
    status: 'success',
    error: null,
    extra: extra({}),
    prompt_tokens: 30,
    completion_tokens: 12,
    total_cost: '0.002',
    tags: ['seq:step:1'],
    ...fields,
  });
  const lc = (name: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', name],
    kwargs,
  });
  const asked = [
    lc('SystemMessage', { type: 'system', content: system.content }),
    lc('HumanMessage', { type: 'human', content: question.content }),
  ];
  const called = lc('AIMessage', {
    type: 'ai',
    content: '',
    tool_calls: [{ id: 'call_1', name: 'look_up', args: { day: 'Sunday' }, type: 'tool_call' }],
    additional_kwargs: {},
  });
  const returned = lc('ToolMessage', {
    type: 'tool',
    content: '11:15',
    tool_call_id: 'call_1',
    name: 'look_up',
  });
  const replied = lc('AIMessage', {
    type: 'ai',
    content: reply.content,
    response_metadata: { finish_reason: 'stop' },
  });
  const generated = (message: object) => ({
    generations: [[{ text: '', message, type: 'ChatGeneration' }]],
    llm_output: {},
  });
  const root = run(trace, 0, {
    parent_run_id: null,
    run_type: 'chain',
    name: 'agent',
    inputs: { messages: [question] },
    outputs: { messages: [] },
    extra: { metadata: { thread_id: 'thread-1', team: 'ferries' } },
    tags: ['beta'],
  });
  const first = run('aaaaaaaa-196c-4c5b-84a2-604f11dc8e42', 1, {
    inputs: { messages: [asked] },
    outputs: generated(called),
  });
  const look = run('bbbbbbbb-196c-4c5b-84a2-604f11dc8e42', 2, {
    run_type: 'tool',
    name: 'look_up',
    inputs: { input: "{'day': 'Sunday'}" },
    outputs: { output: { type: 'tool', content: '11:15', tool_call_id: 'call_1', name: 'look_up' } },
  });
  const second = run('cccccccc-196c-4c5b-84a2-604f11dc8e42', 3, {
    inputs: { messages: [[...asked, called, returned]] },
    outputs: generated(replied),
  });

  it('reads the runs of a thread as one conversation', () => {
    expect(readLine('langsmith', second, look, first, root)).toEqual(timetableTurns);
    expect(conversationOf('langsmith', root, first, look, second)).toMatchObject({
      externalId: 'thread-1',
      tags: { beta: 'true', team: 'ferries' },
      tools: [{ name: 'look_up' }],
      messages: [
        {},
        {},
        {
          externalId: `${trace}/${first.id}`,
          createdAt: new Date('2026-01-15T09:30:01.623Z'),
          generation: {
            model: 'gpt-4.1-mini',
            provider: 'openai',
            inputTokens: 30,
            outputTokens: 12,
            costUsd: 0.002,
          },
        },
        {},
        { generation: { finishReason: 'stop' } },
      ],
    });
  });

  it('reads rows of bulk exports, runs with child runs, and runs of wrapped clients', () => {
    const texts = ['inputs', 'outputs', 'extra', 'tags'] as const;
    const rows = [root, first, look, second].map((one: Record<string, unknown>) => ({
      ...one,
      ...Object.fromEntries(texts.map((name) => [name, JSON.stringify(one[name])])),
    }));
    const wrapped = run('dddddddd-196c-4c5b-84a2-604f11dc8e42', 3, {
      inputs: { model: 'gpt-4.1-mini', messages: [system, question, call, result] },
      outputs: { id: 'chatcmpl-1', choices: [{ index: 0, finish_reason: 'stop', message: reply }] },
    });

    expect(readLine('langsmith', ...rows)).toEqual(timetableTurns);
    expect(readLine('langsmith', { ...root, child_runs: [first, look, second] })).toEqual(timetableTurns);
    expect(readLine('langsmith', wrapped)).toEqual(timetableTurns);
  });

  it('ignores traces without model runs, and reports what is no run', () => {
    expect(readAll('langsmith', [root])).toEqual([{ line: 1, ignored: 'no messages of a model' }]);
    expect(readLine('langsmith', { inputs: {} })).toEqual([expect.stringMatching(/^body: /)]);
  });
});

describe('braintrust', () => {
  const trace = '2c9e3f0d-8a41-4f7b-9d53-1e6a7c4b8f20';
  const row = (id: string, second: number, type: string, fields: object) => ({
    id: `row-${id}`,
    span_id: id,
    root_span_id: trace,
    span_parents: [trace],
    is_root: false,
    created: `2026-01-15T09:30:0${second}.123Z`,
    project_id: 'p1',
    log_id: 'g',
    _xact_id: '1000192',
    span_attributes: { name: 'Chat Completion', type },
    metrics: {
      start: 1_768_469_400.123 + second,
      end: 1_768_469_400.623 + second,
      prompt_tokens: 30,
      completion_tokens: 12,
    },
    metadata: { model: 'gpt-4.1-mini', temperature: 1 },
    error: null,
    scores: null,
    expected: null,
    tags: null,
    ...fields,
  });
  const root = row(trace, 0, 'task', {
    is_root: true,
    span_parents: null,
    input: question.content,
    output: reply.content,
    metadata: { session_id: 'chat-1', team: 'ferries' },
    tags: ['beta'],
  });
  const first = row('a', 1, 'llm', {
    input: [system, question],
    output: [{ index: 0, finish_reason: 'tool_calls', logprobs: null, message: call }],
    metadata: { model: 'gpt-4.1-mini', tools: [tool] },
  });
  const look = row('b', 2, 'tool', {
    span_attributes: { name: 'look_up', type: 'tool' },
    input: {},
    output: '11:15',
  });
  const second = row('c', 3, 'llm', {
    input: [system, question, call, result],
    output: [{ index: 0, finish_reason: 'stop', message: reply }],
  });
  const score = row('d', 4, 'score', { output: { score: 1 } });

  it('reads the rows of a session as one conversation, without scores', () => {
    expect(readLine('braintrust', second, look, first, root)).toEqual(timetableTurns);
    expect(readAll('braintrust', [score])).toEqual([{ line: 1, ignored: 'a score' }]);
    expect(conversationOf('braintrust', first, root)).toMatchObject({
      externalId: 'chat-1',
      tags: { beta: 'true', team: 'ferries' },
      tools: [{ name: 'look_up' }],
      messages: [{}, {}, { generation: { model: 'gpt-4.1-mini', inputTokens: 30, latencyMs: 500 } }],
    });
  });

  it('reads what the application logged as a whole where no model call is recorded', () => {
    expect(readLine('braintrust', root)).toEqual(['user: When is the first boat?', 'assistant: At 07:40.']);
    expect(readLine('braintrust', { input: 'a' })).toEqual([expect.stringMatching(/^body: /)]);
  });
});
