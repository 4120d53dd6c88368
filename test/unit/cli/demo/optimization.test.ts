import { join } from 'node:path';
import { describeOptimization, optimizationTable } from '../../../../src/cli/demo/optimization-table';
import type { EndedOptimization } from '../../../../src/cli/demo/run-optimization';
import { readCandidateFile } from '../../../../src/optimization/runner/strategies/list-strategy';
import { packageRoot } from '../../../../src/platform/package-root';

type Decision = EndedOptimization['run']['decision'];

function ended(overrides: Partial<EndedOptimization['run']> = {}): EndedOptimization {
  const run = {
    status: 'completed',
    objective: { metric: 'avg_output_tokens', direction: 'minimize', label: null },
    baseline_metrics: { avg_output_tokens: 49.5, issue_rate: 0 },
    best_candidate_id: 'short',
    decision: { is_accepted: true, reason: 'better', message: 'It is better' },
    error: null,
    ...overrides,
  };
  const assessment = (verdict: string, candidate: number) => ({
    verdict,
    objective: { candidate, interval_low: -0.25, interval_high: 0.125 },
  });
  const candidates = [
    { id: 'short', note: 'a short one', metrics: { issue_rate: 0 }, assessment: assessment('better', 44.25) },
    { id: 'x', note: null, status: 'failed', metrics: null, assessment: null },
    {
      id: 'y',
      note: 'odd \u001b[31m',
      metrics: { issue_rate: 0.5 },
      assessment: assessment('not_better', 60),
    },
  ];
  return { run, candidates, seconds: 12 } as unknown as EndedOptimization;
}

describe('optimizationTable', () => {
  const lines = optimizationTable(ended()).split('\n');
  const rowOf = (name: string) => lines.find((line) => line.includes(name)) ?? '';

  it('shows the baseline and each candidate with its interval and verdict', () => {
    expect(rowOf('baseline')).toMatch(/49\.5.* 0%/);
    expect(rowOf('a short one')).toMatch(/44\.25.* 0%.*-0\.25 to 0\.125.*winner/);
    expect(rowOf('odd')).toMatch(/60.*50%.*not better/);
  });

  it('shows a candidate that was not measured', () => {
    expect(rowOf(' x ')).toMatch(/–.*–.*–.*failed/);
  });

  it('lets no text of a candidate command the terminal', () => {
    expect(rowOf('odd')).not.toContain('\u001b[31m');
  });
});

describe('describeOptimization', () => {
  it('names the winner', () => {
    expect(describeOptimization(ended())).toBe(
      'Ended as completed after 12.0 s with 3 candidates. Winner: a short one. It is better.',
    );
  });

  it('says why there is none', () => {
    const decision = { is_accepted: false, reason: 'not_better', message: 'It is not better' };
    const run = { best_candidate_id: null, decision: decision as Decision };

    expect(describeOptimization(ended(run))).toContain('No winner: It is not better.');
  });
});

it('has three prompts to try', () => {
  const prompts = readCandidateFile(join(packageRoot, 'demo/candidates.yaml')).map(
    ({ systemPrompt }) => systemPrompt,
  );

  expect(new Set(prompts).size).toBe(3);
});
