import type { Verdict } from '../../../../src/conversations/evaluations/verdict';
import {
  type JudgeChoices,
  makeFinding,
  makeJudge,
  makeJudgeInput,
  makeJudgeReplyCache,
} from '../../../support/judges';
import {
  type Behaviour,
  ModelServer,
  type RecordedRequest,
  type Script,
} from '../../../support/model-server';

const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** Facts of the evidence that are far apart: with 8,000 tokens of context, each is in a separate window. */
const filler = (from: number) =>
  Array.from({ length: 400 }, (_, index) => `Locker ${from + index} holds nothing of note today.`).join('\n');
const evidence = [
  'The mill opened in 1887.',
  filler(0),
  'Ada Vane built it.',
  filler(400),
  'It closed on 3 May.',
].join('\n');
const reply = 'The mill opened in 1887, Ada Vane built it, it closed on 9 May and has 12 floors.';
const claims: [quote: string, support: string][] = [
  ['1887', 'opened in 1887'],
  ['Ada Vane', 'Ada Vane built it'],
  ['9 May', 'closed on 9 May'],
  ['12 floors', '12 floors'],
];

const promptOf = ({ body }: RecordedRequest) => String(body.messages.at(-1)?.content);
const evidenceOf = (request: RecordedRequest) => promptOf(request).split('# Tools')[0] ?? '';
const windowOf = (request: RecordedRequest) => Number(/window (\d+) of/.exec(promptOf(request))?.[1] ?? 1);
const windowsOf = (request: RecordedRequest) =>
  Number(/window \d+ of (\d+)/.exec(promptOf(request))?.[1] ?? 1);

/** A judge that reports what its window does not support, and what it contradicts. */
const honest: Script = (request) => {
  const shown = evidenceOf(request);
  const contradiction = /\[E(\d+)\] It closed on 3 May/.exec(shown);
  const findings = claims
    .filter(([, support]) => !shown.includes(support))
    .map(([quote]) =>
      quote === '9 May' && contradiction
        ? makeFinding(quote, {
            basis: 'contradicted',
            evidence: [Number(contradiction[1])],
            explanation: 'No.',
          })
        : makeFinding(quote),
    );
  return { kind: 'json', value: { findings } };
};

function judge(
  model: string,
  behaviour: Behaviour | Script,
  choices: JudgeChoices & { evaluationKey?: string } = {},
): Promise<Verdict> {
  server.on(model, behaviour);
  const config = { contextTokens: 8_000, ...choices.config };
  return makeJudge(server, model, { ...choices, config }).evaluate(makeJudgeInput(evidence, reply), {
    signal: new AbortController().signal,
    evaluationKey: choices.evaluationKey,
  });
}

const texts = (verdict: Verdict) =>
  verdict.status === 'completed' ? verdict.annotations.map(({ text }) => text).sort() : verdict.reason;

describe('a judge of a conversation longer than its context', () => {
  it('reports statements that no window supports and that any window contradicts', async () => {
    const verdict = await judge('honest', honest);

    expect(texts(verdict)).toEqual(['12 floors', '9 May']);
    expect(verdict).toMatchObject({
      annotations: expect.arrayContaining([
        expect.objectContaining({ text: '9 May', explanation: 'No. Evidence: “It closed on 3 May.”' }),
      ]),
    });
  });

  it('reports the coverage, and sums all calls', async () => {
    const verdict = await judge('priced', honest);

    const requests = server.requestsFor('priced');
    expect(requests.length).toBe(windowsOf(requests[0] as RecordedRequest));
    expect(requests.length).toBeGreaterThan(2);
    expect(verdict.coverage).toEqual({
      windows: requests.length,
      evidenceExamined: evidence.length,
      evidenceTotal: evidence.length,
      limits: [expect.stringContaining(`${requests.length} windows`)],
    });
    expect(verdict.usage).toEqual({
      inputTokens: 100 * requests.length,
      costCents: expect.closeTo(0.04 * requests.length),
      calls: requests.length,
      retriedCalls: 0,
    });
  });

  it('retries only the window with an unreadable reply', async () => {
    let failed = false;
    const verdict = await judge('stumbles', (request) => {
      if (windowOf(request) !== 2 || failed) return honest(request);
      failed = true;
      return { kind: 'text', text: 'Let me think.' };
    });

    const windows = server.requestsFor('stumbles').map(windowOf);
    const count = windowsOf(server.requestsFor('stumbles')[0] as RecordedRequest);
    expect(windows.filter((window) => window === 2)).toHaveLength(2);
    expect(windows).toHaveLength(count + 1);
    expect(texts(verdict)).toEqual(['12 floors', '9 May']);
    expect(verdict.usage).toMatchObject({ calls: count + 1, retriedCalls: 1 });
  });

  it('returns no verdict if one window has none, and reports the coverage', async () => {
    const verdict = await judge('half-blind', (request) =>
      windowOf(request) === 1 ? { kind: 'text', text: 'Hm.' } : honest(request),
    );

    expect(verdict).toMatchObject({ status: 'no_verdict', reason: 'unreadable_judge_output' });
    expect(verdict.coverage.evidenceTotal).toBe(evidence.length);
    expect(verdict.coverage.evidenceExamined).toBeLessThan(evidence.length);
  });

  it('retries an evaluation only for the windows without a cached reply', async () => {
    const store = makeJudgeReplyCache();
    let isDown = true;
    const behaviour: Script = (request) =>
      windowOf(request) === 3 && isDown ? { kind: 'status', status: 503 } : honest(request);
    const choices = { store, evaluationKey: 'evaluation-1' };

    await expect(judge('restarts', behaviour, choices)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    const before = server.requestsFor('restarts').map(windowOf);
    isDown = false;
    const verdict = await judge('restarts', behaviour, choices);

    const all = server.requestsFor('restarts').map(windowOf);
    const answered = before.filter((window) => window !== 3);
    expect(answered.length).toBeGreaterThan(0);
    expect(all.slice(before.length).filter((window) => answered.includes(window))).toEqual([]);
    expect(texts(verdict)).toEqual(['12 floors', '9 May']);
    expect(verdict.usage.inputTokens).toBe(100 * verdict.coverage.windows);
  });

  it('judges again under another key, and without one', async () => {
    const store = makeJudgeReplyCache();
    await judge('anew', honest, { store, evaluationKey: 'one' });
    const once = server.requestsFor('anew').length;

    await judge('anew', honest, { store, evaluationKey: 'two' });
    await judge('anew', honest, { store });

    expect(server.requestsFor('anew')).toHaveLength(3 * once);
  });
});

describe('a judge with verification', () => {
  const config = { verify: true, contextTokens: 128_000 };
  const isVerification = (request: RecordedRequest) => promptOf(request).includes('# Stretch that is said');

  /** Finds both, and confirms one according to the second call. */
  function verifying(response: (quote: string) => Behaviour): Script {
    return (request) => {
      if (!isVerification(request)) {
        return { kind: 'json', value: { findings: [makeFinding('1887'), makeFinding('12 floors')] } };
      }
      return response(promptOf(request).includes('\n1887\n') ? '1887' : '12 floors');
    };
  }

  it('returns only confirmed findings', async () => {
    const script = verifying((quote) => ({
      kind: 'json',
      value: { reason: 'I looked again.', confirmed: quote === '12 floors' },
    }));

    const verdict = await judge('looks-twice', script, { config });

    expect(texts(verdict)).toEqual(['12 floors']);
    expect(verdict.usage).toMatchObject({ calls: 3, retriedCalls: 0, inputTokens: 300 });
  });

  it('shows each finding with its evidence', async () => {
    const confirmed: Behaviour = { kind: 'json', value: { reason: 'Yes.', confirmed: true } };

    await judge(
      'shows',
      verifying(() => confirmed),
      { config: { ...config, contextTokens: 8_000 } },
    );

    const prompts = server.requestsFor('shows').filter(isVerification).map(promptOf);
    expect(prompts).toHaveLength(2);
    const [year = ''] = prompts.filter((prompt) => prompt.includes('\n1887\n'));
    expect(year).toContain('The mill opened in 1887.'); // what shares most words with the finding
    expect(year).toContain('Nothing supports 1887.');
    expect(year).toContain(reply);
    expect(year.length).toBeLessThan(evidence.length);
  });

  it.each<[string, string, Behaviour]>([
    ['unreadable_judge_output', 'cannot be read', { kind: 'text', text: 'Perhaps.' }],
    [
      'refused',
      'is refused',
      { kind: 'message', message: { role: 'assistant', content: null, refusal: 'No.' } },
    ],
    ['provider_error', 'is rejected', { kind: 'status', status: 400, message: 'bad request' }],
  ])('returns no verdict with reason %s if a verification %s', async (reason, _, behaviour) => {
    const script = verifying((quote) =>
      quote === '1887' ? behaviour : { kind: 'json', value: { reason: 'Yes.', confirmed: true } },
    );

    expect(await judge('second-failure', script, { config })).toMatchObject({ status: 'no_verdict', reason });
  });

  it('makes one call for a reply without findings', async () => {
    const verdict = await judge('finds-nothing', { kind: 'json', value: { findings: [] } }, { config });

    expect(verdict).toMatchObject({ status: 'completed', annotations: [], usage: { calls: 1 } });
  });
});

it('does not block the event loop while it divides a conversation of megabytes', async () => {
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  const input = makeJudgeInput('The mill opened in 1887. '.repeat(150_000), reply);

  const verdict = await makeJudge(server, 'never-asked', { config: { contextTokens: 8_000 } }).evaluate(
    input,
    {
      signal: new AbortController().signal,
    },
  );
  clearInterval(ticking);

  expect(verdict).toMatchObject({ status: 'no_verdict', reason: 'too_long' });
  expect(turns).toBeGreaterThan(10);
});
