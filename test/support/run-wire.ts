import type { Candidate, ClaimedRun, OptimizationRun } from '../../packages/client';

const RUN_ID = '5f0c9f3e-4a8e-4f0b-9b7f-2d1c5a6e7f80';
const LEASE_ID = '0d3b8a52-6f11-4c55-8a63-94d7d1d0c001';

/** The fields of a claimed run's response that runners read. */
export function makeClaimedRun(overrides: Partial<OptimizationRun> = {}): ClaimedRun {
  const run = {
    id: RUN_ID,
    system_prompt: 'Answer briefly.',
    objective: { metric: 'issue_rate', direction: 'minimize', label: null, min_effect: null },
    constraints: [],
    lease_seconds: 60,
    baseline_experiment_id: 'b0000000-0000-4000-8000-000000000000',
    baseline_metrics: { issue_rate: 0.5, evaluated_count: 10, issue_labels: { fabrication: 5 } },
    ...overrides,
  };
  const lease = { lease_id: LEASE_ID, epoch: 3, expires_at: new Date(Date.now() + 60_000).toISOString() };
  return { run: run as OptimizationRun, lease };
}

export interface CandidateOverrides extends Partial<Omit<Candidate, 'assessment'>> {
  verdict?: 'better' | 'not_better' | 'constraints_violated' | 'coverage_too_low';
  /** Of the objective. */
  value?: number | null;
}

let made = 0;

/** A measured candidate in the form of the service's response. */
export function makeCandidate({
  verdict = 'not_better',
  value = 0.5,
  ...rest
}: CandidateOverrides = {}): Candidate {
  made += 1;
  return {
    id: `c0000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    candidate_key: `key-${made}`,
    status: 'measured',
    system_prompt: `Prompt ${made}`,
    model: null,
    note: null,
    metrics: { issue_rate: value, evaluated_count: 10, issue_labels: {} },
    assessment: { verdict, objective: { baseline: 0.5, candidate: value } },
    error: null,
    ...rest,
  } as unknown as Candidate;
}
