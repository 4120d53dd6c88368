import type { z } from 'zod';
import type { HeartbeatResult } from '../../../workflows/optimization-run/messages';
import {
  type Attempt,
  type Completion,
  countCandidates,
  type Decision,
  type Lease,
  type ReportResult,
} from '../../../workflows/optimization-run/run-state';
import { toPromptWarningsWire } from '../../experiments/prompts/prompt-warning.schema';
import { toMetricsWire } from '../../experiments/tally.mapper';
import { CONFIDENCE } from '../../statistics/percentile-interval';
import type { Assessment, Constraint, ConstraintCheck } from './optimization-run';
import type {
  assessmentSchema,
  attemptSchema,
  candidateSchema,
  completionSchema,
  decisionSchema,
  failureSchema,
  heartbeatSchema,
  leaseSchema,
  runSchema,
} from './run.schema';
import type { CandidateView, RunView } from './run-view';

export function toRunWire(run: RunView): z.input<typeof runSchema> {
  const { state } = run;
  const latest = state.attempts.at(-1);
  return {
    id: run.id,
    name: run.name,
    status: state.status,
    conversation_ids: run.conversationIds,
    model: run.model,
    system_prompt: run.systemPrompt,
    warnings: toPromptWarningsWire(run.warnings),
    evaluator_id: run.evaluatorId,
    evaluator_name: run.evaluatorName,
    evaluator_version: run.evaluatorVersion,
    objective: run.objective,
    constraints: run.constraints.map(toConstraintWire),
    max_candidates: run.maxCandidates,
    max_attempts: run.maxAttempts,
    non_retryable_error_codes: run.nonRetryableErrorCodes,
    lease_seconds: run.leaseSeconds,
    max_cost_cents: run.maxCostCents,
    cost_cents: state.costCents + run.retryCostCents,
    baseline_experiment_id: state.baseline.experimentId,
    baseline_metrics: run.baselineMetrics && toMetricsWire(run.baselineMetrics),
    candidates_count: countCandidates(state),
    attempts: state.attempts.map(toAttemptWire),
    epoch: latest?.epoch ?? 0,
    lease_expires_at: state.lease?.expiresAt ?? null,
    agent_turns: latest?.agentTurns ?? 0,
    cancel_requested: state.isCancelRequested,
    best_candidate_id: state.bestCandidateId,
    summary: state.summary,
    decision: state.decision && toDecisionWire(state.decision),
    error: state.error,
    created_at: run.createdAt.toISOString(),
    ready_at: state.readyAt,
    completed_at: state.completedAt,
    created_by_user_id: run.creator.userId,
    created_by_user_name: run.creator.userName,
    created_by_service_account_id: run.creator.serviceAccountId,
    created_by_service_account_name: run.creator.serviceAccountName,
  };
}

// Without the lease id, which authorizes writes as the runner.
function toAttemptWire(attempt: Attempt): z.input<typeof attemptSchema> {
  return {
    epoch: attempt.epoch,
    runner_id: attempt.runnerId,
    started_at: attempt.startedAt,
    ended_at: attempt.endedAt,
    outcome: attempt.outcome,
    agent_turns: attempt.agentTurns,
    error: attempt.error,
  };
}

function toDecisionWire({ isAccepted, reason, message }: Decision): z.input<typeof decisionSchema> {
  return { is_accepted: isAccepted, reason, message };
}

export function toLeaseWire({ leaseId, epoch, expiresAt }: Lease): z.input<typeof leaseSchema> {
  return { lease_id: leaseId, epoch, expires_at: expiresAt };
}

export function toHeartbeatWire(result: HeartbeatResult): z.input<typeof heartbeatSchema> {
  return { expires_at: result.expiresAt, cancel_requested: result.isCancelRequested };
}

export function toFailureWire(result: ReportResult): z.input<typeof failureSchema> {
  return { status: result.status, agent_turns: result.agentTurns, completed_at: result.completedAt };
}

export function toCompletionWire(answer: Completion): z.input<typeof completionSchema> {
  return {
    ...toFailureWire(answer),
    best_candidate_id: answer.bestCandidateId,
    decision: toDecisionWire(answer.decision),
  };
}

export function toCandidateWire({ state, texts, metrics }: CandidateView): z.input<typeof candidateSchema> {
  return {
    id: state.id,
    candidate_key: texts.key ?? state.key,
    status: state.status,
    epoch: state.epoch,
    system_prompt: texts.systemPrompt,
    model: texts.model,
    note: texts.note,
    warnings: toPromptWarningsWire(texts.warnings),
    experiment_id: state.experimentId,
    metrics: metrics && toMetricsWire(metrics),
    assessment: texts.assessment && toAssessmentWire(texts.assessment),
    error: state.error,
    created_at: texts.createdAt.toISOString(),
    measured_at: texts.measuredAt?.toISOString() ?? null,
  };
}

function toConstraintWire({ metric, label, min, max, relativeTo = null }: Constraint) {
  return { metric, label, min, max, relative_to: relativeTo };
}

function toConstraintCheckWire({ value, isMet, comparison, ...constraint }: ConstraintCheck) {
  return {
    ...toConstraintWire(constraint),
    value,
    baseline_value: comparison?.baseline ?? null,
    difference: comparison?.difference ?? null,
    interval_low: comparison?.lowerBound ?? null,
    interval_high: comparison?.upperBound ?? null,
    p_value: comparison?.pValue ?? null,
    pairs: comparison?.pairs ?? null,
    pairs_needed: comparison?.pairsNeeded ?? null,
    is_met: isMet,
  };
}

function toAssessmentWire(assessment: Assessment): z.input<typeof assessmentSchema> {
  return {
    verdict: assessment.verdict,
    objective: {
      baseline: assessment.baseline,
      candidate: assessment.candidate,
      difference: assessment.difference ?? null,
      conversations: assessment.conversations ?? null,
      pairs: assessment.pairs,
      coverage: assessment.coverage,
      test: assessment.test ?? null,
      p_value: assessment.pValue,
      interval_low: assessment.intervalLow,
      interval_high: assessment.intervalHigh,
      confidence: CONFIDENCE,
    },
    constraints: assessment.constraints.map(toConstraintCheckWire),
  };
}
