import { makePatient } from '../../../src/cli/detect/patient-evaluator';
import { AppError, type ErrorCode } from '../../../src/errors/app-error';
import type { EvaluationInput, Verdict } from '../../../src/evaluators/evaluator';

const input: EvaluationInput = { messages: [], tools: [], issueConfig: { labels: [], domainContext: null } };
const verdict: Verdict = {
  status: 'completed',
  annotations: [],
  score: null,
  unanchored: 0,
  usage: { inputTokens: 0, costCents: 0, calls: 1, retriedCalls: 0 },
  coverage: { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] },
};

/** Fails the first `failures` times. */
function judgeAfter(failures: number, code: ErrorCode, { retryAfterMs = 1 } = {}) {
  let calls = 0;
  const evaluator = makePatient(
    {
      async evaluate() {
        calls += 1;
        if (calls <= failures) throw new AppError(code, 'not now', { retryAfterMs });
        return verdict;
      },
    },
    1,
  );
  const { signal } = new AbortController();
  return { evaluate: (stop = signal) => evaluator.evaluate(input, { signal: stop }), count: () => calls };
}

describe('makePatient', () => {
  it('asks a provider that was down again', async () => {
    const judge = judgeAfter(3, 'provider_unavailable');

    expect(await judge.evaluate()).toBe(verdict);
    expect(judge.count()).toBe(4);
  });

  it('gives up on a provider that stays down', async () => {
    const judge = judgeAfter(99, 'provider_unavailable');

    await expect(judge.evaluate()).rejects.toThrow('not now');
    expect(judge.count()).toBe(4);
  });

  it('waits longer for a provider that asks for patience', async () => {
    const judge = judgeAfter(20, 'provider_rate_limited');

    expect(await judge.evaluate()).toBe(verdict);
  });

  it('does not repeat what cannot succeed', async () => {
    const judge = judgeAfter(1, 'model_unknown');

    await expect(judge.evaluate()).rejects.toThrow('not now');
    expect(judge.count()).toBe(1);
  });

  it('stops waiting when it is aborted', async () => {
    const judge = judgeAfter(1, 'provider_rate_limited', { retryAfterMs: 60_000 });

    await expect(judge.evaluate(AbortSignal.timeout(20))).rejects.toThrow('aborted');
  });
});
