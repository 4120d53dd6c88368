import type { Metrics } from '../../../../src/experiments/experiment';
import { assess, type Measured } from '../../../../src/optimization/runs/assessment';
import type { Objective } from '../../../../src/optimization/runs/optimization-run';

/** An experiment with a reply for each entry: its labels, or null without a verdict. */
function measured(replies: (string[] | null)[], metrics: Partial<Metrics> = {}): Measured {
  return {
    metrics: metrics as Metrics,
    items: replies.map((labels, position) => ({
      id: `item-${position}`,
      position,
      conversationId: `conversation-${position}`,
      reply: {
        messageId: null,
        evaluationId: null,
        findings: labels?.map((label) => ({ label, toolName: null, parameterName: null })) ?? null,
      },
    })),
  };
}

const many = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const byRate: Objective = { metric: 'issue_rate', direction: 'minimize', label: null };
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

  it('requires an interval that excludes 0 for a better count', async () => {
    const byCount: Objective = { ...byRate, metric: 'avg_issues_per_evaluation' };
    const baseline = measured(many(8, ['a', 'b']));

    expect(await verdictOf(byCount, baseline, measured(many(8, ['a'])))).toBe('better');
    expect(await verdictOf(byCount, baseline, measured([['a'], ...many(7, ['a', 'b'])]))).toBe('not_better');
  });

  it('accepts any lower cost as better', async () => {
    const byCost: Objective = { ...byRate, metric: 'cost_per_1k' };
    const at = (cost: number | null) => measured(many(2, []), { costPer1k: cost });

    expect(await verdictOf(byCost, at(2), at(1))).toBe('better');
    expect(await verdictOf(byCost, at(2), at(2))).toBe('not_better');
    expect(await verdictOf(byCost, at(2), at(null))).toBe('not_better');
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
    const constraint = { metric: 'cost_per_1k', label: null, min: null, max: 1 } as const;
    const assessed = (cost: number | null) =>
      assess(byRate, [constraint], {
        baseline: measured(many(6, dirty)),
        candidate: measured(many(6, []), { costPer1k: cost }),
        seed: 'seed',
      });

    expect(await assessed(1)).toMatchObject({ verdict: 'better', constraints: [{ value: 1, isMet: true }] });
    expect(await assessed(1.01)).toMatchObject({
      verdict: 'constraints_violated',
      constraints: [{ isMet: false }],
    });
    expect(await assessed(null)).toMatchObject({
      verdict: 'constraints_violated',
      constraints: [{ value: null }],
    });
  });
});
