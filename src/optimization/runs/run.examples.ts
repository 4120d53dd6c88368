import { CONFIDENCE } from '../../../packages/statistics';
import {
  conversationIdsExample,
  experimentExample,
  metricsExample,
} from '../../experiments/wire/experiment.examples';

const leaseId = 'c8a4f2d1-3b5e-4f70-9a16-2d8e7c5b4a99';
const candidateId = '6d0b8e3f-2a7c-4c19-8b54-1f9e0d7a6c88';

const objective = { metric: 'issue_rate', direction: 'minimize', label: null, min_effect: null } as const;
const constraint = {
  metric: 'cost_per_1k',
  label: null,
  min: null,
  max: 1.5,
  relative_to: null,
} as const;
const notRelative = {
  baseline_value: null,
  difference: null,
  interval_low: null,
  interval_high: null,
  p_value: null,
  pairs: null,
  pairs_needed: null,
} as const;

export const createRunExample = {
  name: 'Fewer fabrications',
  conversation_ids: conversationIdsExample,
  model: 'gpt-4o-mini',
  objective: { metric: 'issue_rate', direction: 'minimize' },
  constraints: [{ metric: 'cost_per_1k', max: 1.5 }],
  max_candidates: 5,
  holdout_share: 0.3,
};

export const runExample = {
  id: '0f4c2b7a-9d1e-4a36-8c57-3e6b5d2f1a77',
  name: 'Fewer fabrications',
  status: 'running',
  conversation_ids: conversationIdsExample,
  set: null,
  filter: null,
  chosen_by: 'named' as const,
  model: 'gpt-4o-mini',
  system_prompt: null,
  warnings: [],
  evaluator_id: '1c7f2b9a-0e4d-4f3b-8a6e-5d9c3b2a1f44',
  evaluator_name: 'grounding',
  evaluator_version: 1,
  yardstick: experimentExample.yardstick,
  objective,
  constraints: [constraint],
  max_candidates: 5,
  max_attempts: 3,
  strategy: null,
  non_retryable_error_codes: [],
  lease_seconds: 60,
  max_cost_cents: null,
  cost_cents: 0.2,
  baseline_experiment_id: '5b1f5a0c-7c2e-4a59-9a43-0d8f6b1f2c33',
  baseline_metrics: metricsExample,
  candidates_count: 0,
  attempts: [
    {
      epoch: 1,
      runner_id: 'runner-1',
      started_at: '2026-01-15T09:31:00.000Z',
      ended_at: null,
      outcome: null,
      agent_turns: 0,
      error: null,
    },
  ],
  epoch: 1,
  lease_expires_at: '2026-01-15T09:32:00.000Z',
  agent_turns: 0,
  cancel_requested: false,
  best_candidate_id: null,
  summary: null,
  holdout_share: 0.3,
  decided_on: 'holdout',
  search_conversations_count: 140,
  holdout_conversations_count: 60,
  holdout_candidate_id: null,
  holdout_experiment_id: null,
  decision: null,
  error: null,
  created_at: '2026-01-15T09:30:00.000Z',
  ready_at: '2026-01-15T09:30:04.000Z',
  completed_at: null,
  created_by_user_id: '7a3e1d5c-9b2f-4c68-8e0d-4f6a2b1c9d55',
  created_by_user_name: 'Ada',
  created_by_service_account_id: null,
  created_by_service_account_name: null,
} as const;

export const claimExample = { runner_id: 'runner-1', strategies: ['llm'], wait_seconds: 30 };

export const claimedRunExample = {
  run: runExample,
  lease: { lease_id: leaseId, epoch: 1, expires_at: '2026-01-15T09:32:00.000Z' },
};

export const heartbeatRequestExample = { lease_id: leaseId, agent_turns: 2 };
export const heartbeatExample = { expires_at: '2026-01-15T09:32:20.000Z', cancel_requested: false };

export const proposeExample = {
  lease_id: leaseId,
  candidate_key: 'only-from-passages',
  system_prompt:
    'Reply only with facts from the passages. Say so if they do not contain the information.\n\n{{system_prompt}}',
};

export const candidateExample = {
  id: candidateId,
  candidate_key: 'only-from-passages',
  status: 'measured',
  epoch: 1,
  system_prompt:
    'Reply only with facts from the passages. Say so if they do not contain the information.\n\n{{system_prompt}}',
  model: null,
  note: null,
  warnings: [],
  experiment_id: '2e9d4c7b-6a1f-4b3e-9c8d-7f5a3b2c1d66',
  metrics: metricsExample,
  assessment: {
    verdict: 'not_better',
    objective: {
      baseline: 0.5,
      candidate: 0.5,
      difference: 0,
      conversations: 140,
      pairs: 140,
      coverage: 1,
      test: 'mcnemar_exact',
      p_value: 1,
      interval_low: -0.05,
      interval_high: 0.05,
      confidence: CONFIDENCE,
    },
    constraints: [{ ...constraint, value: 0.42, ...notRelative, is_met: true }],
  },
  error: null,
  created_at: '2026-01-15T09:31:10.000Z',
  measured_at: '2026-01-15T09:31:40.000Z',
} as const;

export const completeExample = {
  lease_id: leaseId,
  agent_turns: 4,
  best_candidate_id: candidateId,
  summary: 'Tried five prompts.',
};

export const completionExample = {
  status: 'running',
  agent_turns: 4,
  completed_at: null,
  best_candidate_id: null,
  decision: null,
} as const;

export const failExample = {
  lease_id: leaseId,
  agent_turns: 4,
  error_code: 'model_unreachable',
  error_message: 'The model that proposes prompts did not respond',
};

export const releaseExample = { lease_id: leaseId, agent_turns: 4 };

export const failureExample = { status: 'preparing', agent_turns: 4, completed_at: null } as const;
