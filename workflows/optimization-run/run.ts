/** Names of the wire that the workflow knows too: nothing but plain TypeScript may be imported here. */

/** Metrics of issues, which a label narrows to the issues of that label. */
export const issueMetrics = ['issue_rate', 'avg_issues_per_evaluation'] as const;

export const runMetrics = [
  ...issueMetrics,
  'cost_per_1k',
  'avg_response_latency_ms',
  'max_response_latency_ms',
  'avg_input_tokens',
  'avg_output_tokens',
] as const;
export type RunMetric = (typeof runMetrics)[number];

export const directions = ['minimize', 'maximize'] as const;
export type Direction = (typeof directions)[number];

export const candidateStatuses = ['waiting', 'measuring', 'measured', 'failed', 'cancelled'] as const;
export type CandidateStatus = (typeof candidateStatuses)[number];

/**
 * Whether a candidate is better than the baseline, by its measurements: the first that holds, from the worst to the best.
 * Stored and sent as `verdict`.
 */
export const candidateDecisions = [
  'coverage_too_low',
  'constraints_violated',
  'constraints_not_shown',
  'not_better',
  'better',
] as const;
export type CandidateDecision = (typeof candidateDecisions)[number];

/** Why a completed run has a best candidate, or none. */
export const decisionReasons = [
  'better',
  'no_candidate_named',
  'candidate_not_measured',
  'coverage_too_low',
  'constraints_violated',
  'constraints_not_shown',
  'not_better',
  'holdout_failed',
  'holdout_cost_limit',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

/** The conversations that a run is decided on. */
export const decisionParts = ['holdout', 'all_conversations'] as const;
export type DecisionPart = (typeof decisionParts)[number];

export const attemptOutcomes = ['completed', 'failed', 'lease_expired', 'preempted', 'cancelled'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];
