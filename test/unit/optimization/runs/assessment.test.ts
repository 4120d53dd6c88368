import type { ItemFindings } from '../../../../src/experiments/store/experiment';
import { assess, type Measured, overallPValue } from '../../../../src/optimization/runs/assessment';
import type { Constraint, Objective } from '../../../../src/optimization/runs/optimization-run';

type Generation = Partial<Pick<ItemFindings['reply'], 'costUsd' | 'latencyMs' | 'outputTokens'>>;

/** An experiment with a reply for each entry: its labels, or null without a verdict. */
function measured(
  replies: (string[] | null)[],
  generationOf: (position: number) => Generation = () => ({}),
): Measured {
  return {
    items: replies.map((labels, position) => ({
      id: `item-${position}`,
      position,
      conversationId: `conversation-${position}`,
      reply: {
        messageId: null,
        evaluationId: null,
        inputTokens: null,
        outputTokens: null,
        latencyMs: null,
        costUsd: null,
        ...generationOf(position),
        findings: labels?.map((label) => ({ label, toolName: null, parameterName: null })) ?? null,
      },
    })),
  };
}

const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const byRate: Objective = { metric: 'issue_rate', direction: 'minimize', label: null, minEffect: null };
const dirty = ['fabrication'];

const verdictOf = async (objective: Objective, baseline: Measured, candidate: Measured) =>
  (await assess(objective, [], { baseline, candidate, seed: 'seed' })).verdict;

describe('the assessment of a candidate', () => {
  it('needs six pairs for a significantly lower rate', async () => {
    const clean = (count: number) => measured(many(count, []));

    expect(await verdictOf(byRate, measured(many(5, dirty)), clean(5))).toBe('not_better');
    expect(await verdictOf(byRate, measured(many(6, dirty)), clean(6))).toBe('better');
  });

  it('respects the direction of the objective', async () => {
    const [worse, better] = [measured(many(6, dirty)), measured(many(6, []))];

    expect(await verdictOf(byRate, better, worse)).toBe('not_better');
    expect(await verdictOf({ ...byRate, direction: 'maximize' }, better, worse)).toBe('better');
  });

  it('counts only issues with the label of the objective', async () => {
    const baseline = measured(many(6, ['fabrication', 'reasoning_error']));
    const candidate = measured(many(6, ['reasoning_error']));

    expect(await verdictOf(byRate, baseline, candidate)).toBe('not_better');
    expect(await verdictOf({ ...byRate, label: 'fabrication' }, baseline, candidate)).toBe('better');
  });

  it('needs a sign-flip test below 5% for a better count', async () => {
    const byCount: Objective = { ...byRate, metric: 'avg_issues_per_evaluation' };
    const baseline = measured(many(8, ['a', 'b']));

    expect(await verdictOf(byCount, baseline, measured(many(8, ['a'])))).toBe('better');
    expect(await verdictOf(byCount, baseline, measured([['a'], ...many(7, ['a', 'b'])]))).toBe('not_better');
  });

  it.each([
    ['cost_per_1k', 'costUsd'],
    ['avg_response_latency_ms', 'latencyMs'],
    ['max_response_latency_ms', 'latencyMs'],
    ['avg_output_tokens', 'outputTokens'],
  ] as const)('needs six pairs for a lower %s', async (metric, field) => {
    const objective: Objective = { ...byRate, metric };
    const at = (pairs: number, value: number | null) =>
      measured(many(pairs, []), (position) => ({ [field]: value === null ? null : value + position / 100 }));

    expect(await verdictOf(objective, at(5, 3), at(5, 2))).toBe('not_better');
    expect(await verdictOf(objective, at(6, 3), at(6, 2))).toBe('better');
    expect(await verdictOf(objective, at(6, 2), at(6, 3))).toBe('not_better');
    expect(await verdictOf({ ...objective, direction: 'maximize' }, at(6, 2), at(6, 3))).toBe('better');
    expect(await verdictOf(objective, at(6, 3), at(6, null))).toBe('not_better');
  });

  it('compares with the baseline on the conversations of the candidate only', async () => {
    const baseline = measured([...many(6, dirty), ...many(6, null), ...many(88, [])]);

    expect(
      await assess(byRate, [], { baseline, candidate: measured(many(6, [])), seed: 'seed' }),
    ).toMatchObject({
      verdict: 'better',
      baseline: 1,
      candidate: 0,
      difference: -1,
      pairs: 6,
      conversations: 6,
      coverage: 1,
      test: 'mcnemar_exact',
    });
  });

  it('is coverage_too_low if difficult replies have no verdict', async () => {
    const baseline = measured([...many(18, dirty), ...many(2, [])]);

    expect(await verdictOf(byRate, baseline, measured([...many(18, []), null, null]))).toBe(
      'coverage_too_low',
    );
    expect(await verdictOf(byRate, baseline, measured([...many(19, []), null]))).toBe('better');
  });

  it('is coverage_too_low if neither side was judged for more than 5% of all replies', async () => {
    const few = [...many(18, dirty), null, null];

    expect(await verdictOf(byRate, measured(few), measured([...many(18, []), null, null]))).toBe(
      'coverage_too_low',
    );
  });

  it('is constraints_violated even if the objective is better', async () => {
    const constraint = { metric: 'cost_per_1k', label: null, min: null, max: 1, relativeTo: null } as const;
    const assessed = (cost: number | null) =>
      assess(byRate, [constraint], {
        baseline: measured(many(6, dirty)),
        candidate: measured(many(6, []), () => ({ costUsd: cost })),
        seed: 'seed',
      });

    expect(await assessed(0.001)).toMatchObject({
      verdict: 'better',
      constraints: [{ value: 1, isMet: true }],
    });
    expect(await assessed(0.00101)).toMatchObject({
      verdict: 'constraints_violated',
      constraints: [{ isMet: false }],
    });
    expect(await assessed(null)).toMatchObject({
      verdict: 'constraints_violated',
      constraints: [{ value: null }],
    });
  });
});

describe('a constraint relative to the baseline', () => {
  const shorter: Objective = { ...byRate, metric: 'avg_output_tokens' };
  const nonInferior = {
    metric: 'issue_rate',
    label: null,
    min: null,
    max: 0.05,
    relativeTo: 'baseline',
  } as const;

  /** Shorter replies of which `worse` have a new issue, and as many of the baseline have one that is gone. */
  const assessed = (pairs: number, worse: number, gone: number) => {
    const lengths = (value: number) => (position: number) => ({ outputTokens: value + (position % 3) });
    const issues = (from: number, to: number) =>
      many(pairs, [] as string[]).map((none, index) => (index >= from && index < to ? dirty : none));
    return assess(shorter, [nonInferior], {
      baseline: measured(issues(worse, worse + gone), lengths(20)),
      candidate: measured(issues(0, worse), lengths(10)),
      seed: 'seed',
    });
  };

  it('is met if the one-sided 95% bound of the difference is within it', async () => {
    const assessment = await assessed(400, 6, 6);
    const [check] = assessment.constraints;

    expect(assessment.verdict).toBe('better');
    expect(check).toMatchObject({
      isMet: true,
      comparison: { difference: 0, baseline: 0.015, pairs: 400, pairsNeeded: null },
    });
    expect(check?.comparison?.upperBound).toBeLessThan(0.05);
    expect(overallPValue(assessment)).toBe(Math.max(assessment.pValue ?? 1, check?.comparison?.pValue ?? 1));
  });

  it('is not shown by a wide interval, and names the pairs that would do', async () => {
    const assessment = await assessed(60, 2, 2);
    const needed = assessment.constraints[0]?.comparison?.pairsNeeded ?? 0;

    expect(assessment.verdict).toBe('constraints_not_shown');
    expect(needed).toBeGreaterThan(60);
    const times = Math.ceil(needed / 60) + 1;
    expect(await assessed(60 * times, 2 * times, 2 * times)).toMatchObject({ verdict: 'better' });
  });

  it('is violated if the difference itself is beyond it', async () => {
    const assessment = await assessed(60, 6, 0);

    expect(assessment).toMatchObject({
      verdict: 'constraints_violated',
      constraints: [{ comparison: { pairsNeeded: null } }],
    });
  });

  it('bounds from below with min', async () => {
    const longer: Constraint = { ...nonInferior, metric: 'avg_output_tokens', max: null, min: -11 };
    const lengths = (value: number) =>
      measured(many(30, []), (position) => ({ outputTokens: value + (position % 3) }));
    const check = async (min: number) =>
      (
        await assess(shorter, [{ ...longer, min }], {
          baseline: lengths(20),
          candidate: lengths(10),
          seed: 's',
        })
      ).verdict;

    expect([await check(-11), await check(-9)]).toEqual(['better', 'constraints_violated']);
  });
});
