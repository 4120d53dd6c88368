import type { z } from 'zod';
import { CONFIDENCE } from '../../../packages/statistics';
import type { HeartbeatResult } from '../../../workflows/optimization-run/messages';
import {
  type Attempt,
  type Completion,
  countCandidates,
  type Lease,
  type ReportResult,
} from '../../../workflows/optimization-run/run-state';
import { toPromptWarningsWire } from '../../experiments/prompts/prompt-warning.schema';
import { toJudgeVersionWire } from '../../experiments/store/judge-version';
import { toMetricsWire } from '../../experiments/wire/tally.mapper';
import { describeDecision } from './decision-message';
import type { DecisionView } from './decision-view';
import type { Assessment, Constraint, ConstraintCheck, Objective, OptimizationRun } from './optimization-run';
import type {
  assessmentSchema,
  attemptSchema,
  candidateSchema,
  completionSchema,
  decisionSchema,
  heartbeatSchema,
  leaseSchema,
  runFailureSchema,
  runSchema,
} from './run.schema';
import { splitOf } from './run-limits';
import type { CandidateView, RunView } from './run-view';
import type { RunnerContact } from './runner-contact.model';

export function toRunWire(run: RunView): z.input<typeof runSchema> {
  const { state } = run;
  const latest = state.attempts.at(-1);
  return {
    id: run.id,
    name: run.name,
    status: state.status,
    conversation_ids: run.conversationIds,
    set: run.set,
    filter: run.filter,
    chosen_by: run.chosenBy,
    model: run.model,
    system_prompt: run.systemPrompt,
    warnings: toPromptWarningsWire(run.warnings),
    evaluator_id: run.evaluatorId,
    evaluator_name: run.evaluatorName,
    evaluator_version: run.evaluatorVersion,
    yardstick: toJudgeVersionWire(run),
    objective: toObjectiveWire(run.objective),
    constraints: run.constraints.map(toConstraintWire),
    max_candidates: run.maxCandidates,
    max_attempts: run.maxAttempts,
    strategy: run.strategy,
    non_retryable_error_codes: run.nonRetryableErrorCodes,
    lease_seconds: run.leaseSeconds,
    max_cost_cents: run.maxCostCents,
    cost_cents: state.isCostUnknown ? null : state.costCents + run.retryCostCents,
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
    ...toSplitWire(run),
    decision: run.decision && toDecisionWire(run.decision),
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

function toObjectiveWire({ metric, direction, label, minEffect }: Objective) {
  return { metric, direction, label, min_effect: minEffect };
}

function toSplitWire(run: OptimizationRun) {
  const { split, state } = run;
  const { searchCount, holdoutCount } = splitOf(run);
  return {
    holdout_share: split.holdoutShare,
    decided_on: split.decidedOn,
    search_conversations_count: searchCount,
    holdout_conversations_count: holdoutCount,
    holdout_candidate_id: state.holdout?.candidateId ?? null,
    holdout_experiment_id: state.holdout?.experimentId ?? null,
  };
}

export function toDecisionWire(view: DecisionView): z.input<typeof decisionSchema> {
  const { decision, deciding, search, minEffect, power } = view;
  const { isAccepted, reason, basis } = decision;
  return {
    is_accepted: isAccepted,
    reason,
    message: describeDecision(view),
    candidate_id: basis?.candidateId ?? null,
    decided_on: basis?.decidedOn ?? null,
    p_value: deciding?.pValue ?? null,
    p_value_adjusted: basis?.adjustedPValue ?? null,
    candidates_tested: basis?.candidatesTested ?? null,
    search: search && toPartWire(search),
    holdout: basis?.decidedOn === 'holdout' && deciding !== null ? toPartWire(deciding) : null,
    min_effect: minEffect,
    power,
    assessment: deciding && toAssessmentWire(deciding),
  };
}

function toPartWire({ conversations, pairs }: Assessment) {
  return { conversations, pairs };
}

export function toLeaseWire({ leaseId, epoch, expiresAt }: Lease): z.input<typeof leaseSchema> {
  return { lease_id: leaseId, epoch, expires_at: expiresAt };
}

export function toHeartbeatWire(result: HeartbeatResult): z.input<typeof heartbeatSchema> {
  return { expires_at: result.expiresAt, cancel_requested: result.isCancelRequested };
}

export function toFailureWire(result: ReportResult): z.input<typeof runFailureSchema> {
  return { status: result.status, agent_turns: result.agentTurns, completed_at: result.completedAt };
}

export function toCompletionWire(
  completion: Completion,
  decision: DecisionView | null,
): z.input<typeof completionSchema> {
  return {
    ...toFailureWire(completion),
    best_candidate_id: completion.bestCandidateId,
    decision: decision && toDecisionWire(decision),
  };
}

export function toCandidateWire({ state, texts, metrics }: CandidateView): z.input<typeof candidateSchema> {
  return {
    id: state.id,
    candidate_key: texts.key,
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

function toConstraintWire({ metric, label, min, max, relativeTo }: Constraint) {
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
      difference: assessment.difference,
      conversations: assessment.conversations,
      pairs: assessment.pairs,
      coverage: assessment.coverage,
      test: assessment.test,
      p_value: assessment.pValue,
      interval_low: assessment.intervalLow,
      interval_high: assessment.intervalHigh,
      confidence: CONFIDENCE,
    },
    constraints: assessment.constraints.map(toConstraintCheckWire),
  };
}

export function toRunnerWire({ runnerId, strategies, seenAt }: RunnerContact) {
  return { runner_id: runnerId, strategies, seen_at: seenAt.toISOString() };
}
