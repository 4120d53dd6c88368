import { initialState } from '../../../workflows/optimization-run/run-state';
import type { EvaluatorRecord } from '../../evaluation/evaluators/evaluator-record';
import type { VersionedIssueConfig } from '../../evaluation/issue-config/issue-config.repository';
import type { Creator } from '../../experiments/store/experiment';
import { currentTime } from '../../platform/clock';
import type { SelectedConversations } from '../../sets/select-conversations';
import { planSplit } from './conversation-split';
import type { Objective, OptimizationRun } from './optimization-run';
import type { CreateRun } from './run.schema';

/** Builds a run from a request, in its initial state, without warnings. */
export function buildRun(
  workspaceId: string,
  id: string,
  request: CreateRun,
  { conversationIds, set, filter, chosenBy }: SelectedConversations,
  creator: Creator,
  evaluator: EvaluatorRecord,
  { labels, domainContext, version: issueConfigVersion }: VersionedIssueConfig,
): OptimizationRun {
  return {
    id,
    workspaceId,
    name: request.name,
    conversationIds,
    set,
    filter,
    chosenBy,
    model: request.model,
    systemPrompt: request.system_prompt,
    warnings: [],
    evaluatorId: evaluator.id,
    evaluatorVersion: evaluator.version,
    evaluatorName: evaluator.name,
    issueConfig: { labels, domainContext },
    issueConfigVersion,
    objective: toObjective(request.objective),
    constraints: request.constraints.map(({ relative_to: relativeTo, ...bounds }) => ({
      ...bounds,
      relativeTo,
    })),
    maxCandidates: request.max_candidates,
    maxAttempts: request.max_attempts,
    strategy: request.strategy,
    nonRetryableErrorCodes: request.non_retryable_error_codes,
    leaseSeconds: request.lease_seconds,
    maxCostCents: request.max_cost_cents,
    creator,
    createdAt: currentTime(),
    retryCostCents: 0,
    reservedCents: 0,
    split: planSplit(conversationIds, request.holdout_share),
    state: initialState(),
  };
}

function toObjective({ min_effect: minEffect, ...objective }: CreateRun['objective']): Objective {
  return { ...objective, minEffect };
}
