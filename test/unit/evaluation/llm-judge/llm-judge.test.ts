import { setTimeout } from 'node:timers/promises';
import type { EvaluationInput } from '../../../../packages/detector';
import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import { findingsReplySchema } from '../../../../src/evaluation/llm-judge/judge-findings';
import type { RetryPolicy } from '../../../../src/evaluation/llm-judge/retry-policy';
import {
  type JudgeChoices,
  judgeLabels,
  makeFinding,
  makeJudge,
  makeJudgeInput,
} from '../../../support/judges';
import { type Behaviour, inTurn, ModelServer, type Script, type Usage } from '../../../support/model-server';

const server = new ModelServer();
const lyon = makeFinding('Lyon', {
  evidence: [1],
  explanation: 'The user says Nice.',
  basis: 'contradicted',
});

beforeAll(() => server.start());
afterAll(() => server.stop());

interface Case extends JudgeChoices {
  modelName?: string;
  input?: EvaluationInput;
}

async function judge(behaviour: Behaviour | Script, options: Case = {}): Promise<Verdict> {
  const { modelName = 'judge', input = makeJudgeInput('I am in Nice.', 'You are in Lyon.') } = options;
  server.on(modelName, behaviour);
  return makeJudge(server, modelName, options).evaluate(input, { signal: new AbortController().signal });
}

describe('createLlmJudge', () => {
  it('places what the judge quotes', async () => {
    const verdict = await judge({
      kind: 'json',
      value: { findings: [lyon, { ...lyon, quote: 'Marseille' }] },
    });

    expect(verdict).toMatchObject({
      status: 'completed',
      annotations: [
        {
          text: 'Lyon',
          label: 'fabrication',
          explanation: 'The user says Nice. Evidence: “I am in Nice.”',
          startOffset: 11,
          endOffset: 15,
          evidence: [{ messageIndex: 0, messagePartIndex: 0, startOffset: 0, endOffset: 13 }],
        },
      ],
      score: null,
      unanchored: 1,
    });
  });

  it('locates the evidence of a finding that the model confirms', async () => {
    const value = { findings: [lyon, makeFinding('You')], reason: 'So it is.', confirmed: true };

    const verdict = await judge({ kind: 'json', value }, { config: { verify: true } });

    expect(verdict).toMatchObject({
      annotations: [
        { text: 'Lyon', evidence: [{ messageIndex: 0, startOffset: 0, endOffset: 13 }] },
        { text: 'You', evidence: [] },
      ],
    });
  });

  it('verifies a quote that occurs several times once, and marks every occurrence', async () => {
    const value = { findings: [makeFinding('Lyon')], reason: 'So it is.', confirmed: true };
    const input = makeJudgeInput('I am in Nice.', 'Lyon is nice. Lyon is far.');

    const verdict = await judge({ kind: 'json', value }, { config: { verify: true }, input });

    expect(verdict).toMatchObject({
      annotations: [{ startOffset: 0 }, { startOffset: 14 }],
      unanchored: 0,
      usage: { calls: 2 },
    });
  });

  it('treats an empty list as a reply without issues', async () => {
    const verdict = await judge({ kind: 'json', value: { findings: [] } });

    expect(verdict).toMatchObject({ status: 'completed', annotations: [], unanchored: 0 });
  });

  it('reads a reply in a code block', async () => {
    const response = `Here you are:\n\`\`\`json\n${JSON.stringify({ findings: [lyon] })}\n\`\`\``;

    expect(await judge({ kind: 'text', text: response })).toMatchObject({ annotations: [{ text: 'Lyon' }] });
  });

  it('counts the tokens and US cents of the call', async () => {
    const usage = { prompt_tokens: 10_000, completion_tokens: 1_000 };
    const behaviour: Behaviour = { kind: 'json', value: { findings: [] }, usage };

    const once = { inputTokens: 10_000, calls: 1, retriedCalls: 0 };
    expect((await judge(behaviour, { modelName: 'priced' })).usage).toEqual({ ...once, costCents: 3 });
    expect((await judge(behaviour)).usage).toEqual({ ...once, costCents: null });
  });

  it('sums US cents without rounding errors', async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 100 };
    const findings = [lyon, makeFinding('You')];
    const value = { findings, reason: 'So it is.', confirmed: true };

    const verdict = await judge(
      { kind: 'json', value, usage },
      { modelName: 'priced', config: { verify: true } },
    );

    expect(verdict.usage).toMatchObject({ calls: 3, costCents: 0.9 });
  });

  it('counts the tokens if the provider does not', async () => {
    const { usage } = await judge({ kind: 'json', value: { findings: [] }, usage: null });

    expect(usage.inputTokens).toBeGreaterThan(100);
  });

  it('requests structured output with the labels', async () => {
    await judge({ kind: 'json', value: { findings: [] } }, { modelName: 'schema' });

    expect(server.requestsFor('schema')[0]?.body).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { strict: true, ...findingsReplySchema(judgeLabels) },
      },
    });
  });

  it('is not asked for a label that a check of the service covers', async () => {
    const covers = ['schema_mismatch' as const];
    const input = makeJudgeInput('I am in Nice.', 'You are in Lyon.');
    const badJson = { name: 'bad_json', description: 'No JSON', covers };
    const withLabels = (labels: EvaluationInput['issueConfig']['labels']) => ({
      ...input,
      issueConfig: { ...input.issueConfig, labels },
    });
    const clean: Behaviour = { kind: 'json', value: { findings: [] } };

    await judge(clean, { modelName: 'labels', input: withLabels([...judgeLabels, badJson]) });
    const verdict = await judge(clean, { modelName: 'no-label', input: withLabels([badJson]) });

    expect(JSON.stringify(server.requestsFor('labels')[0]?.body)).not.toContain('bad_json');
    expect(verdict).toMatchObject({ status: 'not_judgeable', reason: 'no_label', usage: { calls: 0 } });
  });

  it('makes no call for a reply without text', async () => {
    const verdict = await judge(
      { kind: 'never' },
      { modelName: 'unused', input: makeJudgeInput('Hello?', ' \n') },
    );

    expect(verdict).toMatchObject({
      status: 'not_judgeable',
      reason: 'no_text',
      usage: { inputTokens: 0, costCents: 0, calls: 0, retriedCalls: 0 },
      coverage: { windows: 0, evidenceExamined: 0, evidenceTotal: 6 },
    });
    expect(server.requestsFor('unused')).toEqual([]);
  });
});

describe('createLlmJudge with findings that have no place in the reply', () => {
  const marseille = { ...lyon, quote: 'Marseille' };
  const reporting = (...findings: object[]): Behaviour => ({ kind: 'json', value: { findings } });

  it.each([
    ['quote', marseille],
    ['label', { ...lyon, label: 'invented_facts' }],
  ])('asks once more, and shows the %s that cannot be used', async (_case, unusable) => {
    const verdict = await judge(inTurn(reporting(unusable), reporting(lyon)), { modelName: 'again' });

    expect(verdict).toMatchObject({ annotations: [{ text: 'Lyon' }], unanchored: 0, usage: { calls: 2 } });
    const [first, second] = server.requestsFor('again').slice(-2);
    const shown = JSON.stringify({ quote: unusable.quote, label: unusable.label });
    expect(String(second?.body.messages.at(-1)?.content)).toContain(shown);
    expect(String(first?.body.messages.at(-1)?.content)).not.toContain(shown);
  });

  it('asks no third time, and counts what stays without a place', async () => {
    const verdict = await judge(reporting(marseille));

    expect(verdict).toMatchObject({ annotations: [], unanchored: 1, usage: { calls: 2 } });
  });

  it('accepts that the judge takes it back', async () => {
    const verdict = await judge(inTurn(reporting(marseille), reporting()));

    expect(verdict).toMatchObject({ status: 'completed', annotations: [], unanchored: 0 });
  });

  it('does not ask again if another finding has a place', async () => {
    const verdict = await judge(reporting(marseille, lyon));

    expect(verdict).toMatchObject({ annotations: [{ text: 'Lyon' }], unanchored: 1, usage: { calls: 1 } });
  });

  it('asks again for the windows alone that reported it', async () => {
    const input = makeJudgeInput('A line that says nothing.\n'.repeat(2_000), 'It has 12 floors.');
    const script: Script = ({ body }) => {
      const isFirst = String(body.messages.at(-1)?.content).includes('window 1 of');
      return { kind: 'json', value: { findings: isFirst ? [marseille] : [] } };
    };

    const { coverage, usage } = await judge(script, { input, config: { contextTokens: 8_000 } });

    expect(coverage.windows).toBeGreaterThan(2);
    expect(usage.calls).toBe(coverage.windows + 1);
  });
});

describe('createLlmJudge when the judge cannot judge', () => {
  const tooManyTokens = "This model's maximum context length is 8192 tokens.";
  const refusal = { role: 'assistant', content: null, refusal: 'I will not.' };
  const filtered = 'The response was filtered due to the content management policy.';
  const emptyReply = (finishReason: string, usage: Usage | null = null): Behaviour => ({
    kind: 'message',
    message: { role: 'assistant', content: '' },
    finishReason,
    usage,
  });
  const cutOff = { role: 'assistant', content: '{"findings": []}' };

  it.each<[string, string, Behaviour]>([
    ['unreadable_judge_output', 'prose', { kind: 'text', text: 'All fine.' }],
    ['unreadable_judge_output', 'JSON of another form', { kind: 'json', value: { findings: 'none' } }],
    ['unreadable_judge_output', 'a body that is no JSON', { kind: 'garbage' }],
    [
      'unreadable_judge_output',
      'a body that is no completion',
      { kind: 'wrong_shape', body: { choices: [] } },
    ],
    ['refused', 'an error response', { kind: 'message', message: refusal }],
    ...['content_filter', 'SAFETY'].map((finishReason): [string, string, Behaviour] => [
      'content_filter',
      `a reply that ended with ${finishReason}`,
      { kind: 'message', message: cutOff, finishReason },
    ]),
    ['content_filter', 'a filtered reply without content', emptyReply('content_filter')],
    ['too_long', 'a reply that ended before it began', emptyReply('length')],
    ['content_filter', 'a filtered request', { kind: 'status', status: 400, message: filtered }],
    ...['length', 'MAX_TOKENS'].map((finishReason): [string, string, Behaviour] => [
      'too_long',
      `a reply that ended with ${finishReason}`,
      { kind: 'message', message: cutOff, finishReason },
    ]),
    ['too_long', 'an exceeded context', { kind: 'status', status: 400, message: tooManyTokens }],
    ['provider_error', 'a refused request', { kind: 'status', status: 400, message: 'unknown model' }],
    ['provider_error', 'a refused key', { kind: 'status', status: 401, message: 'bad key' }],
  ])('returns no verdict with reason %s for %s', async (reason, _, behaviour) => {
    expect(await judge(behaviour)).toMatchObject({ status: 'no_verdict', reason });
  });

  it('includes the message of the provider about a rejected request', async () => {
    const verdict = await judge({ kind: 'status', status: 400, message: 'unknown model' });

    expect(verdict).toMatchObject({ message: expect.stringContaining('unknown model') });
  });

  it('preserves the usage of an unreadable reply', async () => {
    const verdict = await judge({ kind: 'text', text: 'All fine.' });

    expect(verdict.usage).toEqual({ inputTokens: 200, costCents: null, calls: 2, retriedCalls: 1 });
  });

  it.each<[string, Behaviour]>([
    ['an empty reply', emptyReply('stop', { prompt_tokens: 5_000, completion_tokens: 16_000 })],
    [
      'a body that is no completion',
      { kind: 'wrong_shape', body: { usage: { prompt_tokens: 5_000, completion_tokens: 16_000 } } },
    ],
  ])('counts what the provider charges for %s', async (_, behaviour) => {
    const { usage } = await judge(behaviour, { modelName: 'priced' });

    expect(usage).toEqual({ inputTokens: 10_000, costCents: 34, calls: 2, retriedCalls: 1 });
  });

  it('makes no call for a conversation that is too long even in windows', async () => {
    const input = makeJudgeInput('A long sentence. '.repeat(80_000), 'You are in Lyon.');

    const verdict = await judge(
      { kind: 'never' },
      { modelName: 'unasked', input, config: { contextTokens: 4_000 } },
    );

    expect(verdict).toMatchObject({
      reason: 'too_long',
      usage: { inputTokens: 0, costCents: 0, calls: 0 },
      coverage: { windows: 0, evidenceExamined: 0, evidenceTotal: 1_360_000 },
    });
    expect(server.requestsFor('unasked')).toEqual([]);
  });

  it.each<[string, Behaviour]>([
    ['nothing', { kind: 'never' }],
    ['a first byte and no more', { kind: 'stalled' }],
  ])('returns no verdict with reason timeout for %s', async (_, behaviour) => {
    expect(await judge(behaviour, { config: { timeoutMs: 50 } })).toMatchObject({
      status: 'no_verdict',
      reason: 'timeout',
      usage: { costCents: null, calls: 1 },
    });
  });

  it('does not count the wait for a permit towards the timeout', async () => {
    const evaluator = makeJudge(server, 'slow', { config: { timeoutMs: 900 }, maxConcurrency: 1 });
    const { signal } = new AbortController();
    server.on('slow', async () => {
      await setTimeout(500);
      return { kind: 'json', value: { findings: [] } };
    });

    const verdicts = await Promise.all(
      ['One.', 'Two.'].map((reply) => evaluator.evaluate(makeJudgeInput('Count.', reply), { signal })),
    );

    expect(verdicts).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  });
});

describe('createLlmJudge when a retry may succeed', () => {
  it('throws provider_rate_limited with the time to wait', async () => {
    const behaviour: Behaviour = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };

    await expect(judge(behaviour)).rejects.toMatchObject({
      code: 'provider_rate_limited',
      retryAfterMs: 7_000,
    });
  });

  it.each<[string, Behaviour]>([
    ['responds 503', { kind: 'status', status: 503 }],
    ['cuts the connection', { kind: 'truncated' }],
  ])('throws provider_unavailable if the provider %s', async (_, behaviour) => {
    await expect(judge(behaviour)).rejects.toMatchObject({ code: 'provider_unavailable' });
  });

  it('throws the abort reason of the caller', async () => {
    const reason = new Error('the experiment was cancelled');
    const caller = new AbortController();
    server.on('aborted', () => {
      caller.abort(reason);
      return { kind: 'never' };
    });

    const verdict = makeJudge(server, 'aborted').evaluate(makeJudgeInput('Hi', 'Hello'), {
      signal: caller.signal,
    });

    await expect(verdict).rejects.toBe(reason);
  });
});

describe('createLlmJudge with a call that fails once', () => {
  const clean: Behaviour = { kind: 'json', value: { findings: [] } };

  it.each<[string, Behaviour, number]>([
    ['an unreadable reply', { kind: 'text', text: 'All fine.' }, 200],
    ['a body that is no JSON', { kind: 'garbage' }, 100],
    ['a provider that is down', { kind: 'status', status: 503 }, 100],
    ['a broken connection', { kind: 'truncated' }, 100],
    [
      'a provider that is busy for a moment',
      { kind: 'status', status: 429, headers: { 'retry-after-ms': '5' } },
      100,
    ],
  ])('retries after %s, and reports that in the usage', async (_, first, inputTokens) => {
    const verdict = await judge(inTurn(first, clean), { modelName: 'priced' });

    expect(verdict).toMatchObject({
      status: 'completed',
      usage: { inputTokens, calls: 2, retriedCalls: 1 },
    });
  });

  it('repeats no window while another one is retried, and counts all calls', async () => {
    const input = makeJudgeInput('A line that says nothing.\n'.repeat(2_000), 'It has 12 floors.');
    const asked = new Map<string, number>();
    const script: Script = ({ body }) => {
      const [window = ''] = /window \d+ of/.exec(String(body.messages.at(-1)?.content)) ?? [];
      asked.set(window, (asked.get(window) ?? 0) + 1);
      const isDown = window === 'window 3 of' && asked.get(window) !== 4;
      return isDown ? { kind: 'status', status: 503 } : clean;
    };
    const retryPolicy: RetryPolicy = () => 1;

    const verdict = await judge(script, { input, retryPolicy, config: { contextTokens: 8_000 } });

    const { windows } = verdict.coverage;
    expect(asked.get('window 3 of')).toBe(4);
    expect([...asked.values()].filter((count) => count === 1)).toHaveLength(windows - 1);
    expect(verdict).toMatchObject({
      status: 'completed',
      usage: { inputTokens: 100 * windows, calls: windows + 3, retriedCalls: 3 },
    });
  });

  it('omits structured output after the server rejects it', async () => {
    const refused: Behaviour = {
      kind: 'status',
      status: 400,
      message: 'response_format json_schema is not supported',
    };
    server.on('plain', ({ body }) => ('response_format' in body ? refused : clean));
    const evaluator = makeJudge(server, 'plain');
    const { signal } = new AbortController();
    const evaluate = () =>
      evaluator.evaluate(makeJudgeInput('I am in Nice.', 'You are in Nice.'), { signal });

    const verdicts = [await evaluate(), await evaluate()];

    expect(verdicts).toMatchObject([
      { status: 'completed', usage: { calls: 2, retriedCalls: 1 } },
      { status: 'completed', usage: { calls: 1, retriedCalls: 0 } },
    ]);
  });
});
