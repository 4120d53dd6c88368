import type { Usage } from '../../../../src/conversations/evaluations/verdict';
import type { EvaluateOptions } from '../../../../src/evaluation/judgment/evaluator';
import {
  type JudgeChoices,
  makeFinding,
  makeJudge,
  makeJudgeInput,
  makeJudgeReplyCache,
} from '../../../support/judges';
import { type Behaviour, inTurn, ModelServer, type Script } from '../../../support/model-server';

const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** Each costs 0.3 US cents of the model `priced`. */
const billed = { usage: { prompt_tokens: 1_000, completion_tokens: 100 } };
const clean: Behaviour = { kind: 'json', value: { findings: [] }, ...billed };
const unreadable: Behaviour = { kind: 'text', text: 'All fine.', ...billed };
const down: Behaviour = { kind: 'status', status: 503 };
const short = makeJudgeInput('I am in Nice.', 'You are in Lyon.');
const long = makeJudgeInput('A line that says nothing.\n'.repeat(2_000), 'It has 12 floors.');

/** Tries of one evaluation, like a caller that retries it. */
function makeAttempts(script: Script, choices: JudgeChoices = {}, input = short) {
  server.on('priced', script);
  const store = makeJudgeReplyCache();
  return (more: Partial<EvaluateOptions> = {}) => {
    const options = { signal: new AbortController().signal, evaluationKey: 'one', ...more };
    return makeJudge(server, 'priced', { ...choices, store }).evaluate(input, options);
  };
}

const windowOf: (request: Parameters<Script>[0]) => number = ({ body }) =>
  Number(/window (\d+) of/.exec(String(body.messages.at(-1)?.content))?.[1]);

describe('a judge whose reply stays unreadable', () => {
  it.each<[string, Behaviour]>([
    ['a provider that is down', down],
    ['a broken connection', { kind: 'truncated' }],
    ['a provider that is busy', { kind: 'status', status: 429, headers: { 'retry-after': '7' } }],
  ])('counts that reply in the next try, after %s', async (_, failed) => {
    const attempt = makeAttempts(inTurn(unreadable, failed, clean));

    await expect(attempt()).rejects.toMatchObject({ code: expect.stringContaining('provider_') });

    expect(await attempt()).toMatchObject({
      status: 'completed',
      usage: { inputTokens: 2_000, costCents: 0.6, calls: 3, retriedCalls: 2 },
    });
  });

  it('counts it if the next try has no verdict', async () => {
    const attempt = makeAttempts(inTurn(unreadable, down, unreadable));

    await expect(attempt()).rejects.toMatchObject({ code: 'provider_unavailable' });

    expect(await attempt()).toMatchObject({
      status: 'no_verdict',
      usage: { inputTokens: 3_000, costCents: 0.9, calls: 4, retriedCalls: 3 },
    });
  });

  it('counts it in a verification', async () => {
    const found: Behaviour = { kind: 'json', value: { findings: [makeFinding('Lyon')] }, ...billed };
    const confirmed: Behaviour = { kind: 'json', value: { reason: 'So.', confirmed: true }, ...billed };
    const attempt = makeAttempts(inTurn(found, unreadable, down, confirmed), { config: { verify: true } });

    await expect(attempt()).rejects.toMatchObject({ code: 'provider_unavailable' });

    expect(await attempt()).toMatchObject({
      annotations: [{ text: 'Lyon' }],
      usage: { inputTokens: 3_000, costCents: 0.9, calls: 4, retriedCalls: 2 },
    });
  });

  it('reports the usage of an evaluation without a verdict', async () => {
    const told: Usage[] = [];
    const attempt = makeAttempts(inTurn(unreadable, down));
    const onFailed = (usage: Usage) => told.push(usage);

    await expect(attempt({ onFailed, evaluationKey: undefined })).rejects.toMatchObject({
      code: 'provider_unavailable',
    });

    expect(told).toEqual([{ inputTokens: 1_000, costCents: 0.3, calls: 2, retriedCalls: 1 }]);
  });
});

describe('a judge with several windows, one of which fails', () => {
  const config = { contextTokens: 8_000 };

  it('counts the usage of all windows in every try', async () => {
    const asked = server.requests.length;
    const third = inTurn(unreadable, down, clean);
    const script: Script = (request) => {
      const window = windowOf(request);
      if (window === 3) return third(request);
      return window === 2 ? unreadable : clean;
    };
    const attempt = makeAttempts(script, { config }, long);

    await expect(attempt()).rejects.toMatchObject({ code: 'provider_unavailable' });
    const verdict = await attempt();

    expect(verdict).toMatchObject({ status: 'no_verdict' });
    expect(verdict.usage.calls).toBe(server.requests.length - asked);
  });

  it('counts replies of an earlier try for windows that it does not reach', async () => {
    const asked = server.requests.length;
    let isFirst = true;
    const script: Script = async (request) => {
      if (windowOf(request) !== 1) return clean;
      return isFirst ? { kind: 'slow', ms: 500, next: down } : { kind: 'text', text: 'Hm.', ...billed };
    };
    const attempt = makeAttempts(script, { config, maxConcurrency: 64 }, long);

    await expect(attempt()).rejects.toMatchObject({ code: 'provider_unavailable' });
    isFirst = false;
    const verdict = await attempt();

    expect(verdict).toMatchObject({ status: 'no_verdict' });
    // The two calls during the outage of the provider cost nothing, and are not cached.
    expect(verdict.usage.calls).toBe(server.requests.length - asked - 2);
    expect(verdict.coverage.windows).toBeGreaterThan(4);
  });
});
