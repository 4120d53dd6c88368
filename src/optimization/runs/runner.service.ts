import { createHash, randomUUID } from 'node:crypto';
import {
  claimUpdate,
  completeUpdate,
  failUpdate,
  heartbeatUpdate,
  proposeUpdate,
} from '../../../workflows/contracts';
import { propose as proposeToState } from '../../../workflows/optimization-run/candidate-changes';
import type { FencingToken } from '../../../workflows/optimization-run/fencing';
import type { HeartbeatResult } from '../../../workflows/optimization-run/messages';
import * as changes from '../../../workflows/optimization-run/run-changes';
import type {
  CompleteReport,
  Completion,
  FailReport,
  Lease,
  ReportResult,
} from '../../../workflows/optimization-run/run-state';
import type { ConversationService } from '../../conversations/conversation.service';
import { findPromptWarnings, type PromptWarning } from '../../experiments/prompts/prompt-warnings';
import { currentTime, currentTimeMs } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { type Claimant, type ClaimedLease, type ClaimScope, createClaimQueue } from './claim-queue';
import { type DecisionView, viewDecision } from './decision-view';
import type { OptimizationRun } from './optimization-run';
import { closed, type OptimizationWorkflows } from './optimization-workflows';
import { findRunOfClaim, listReadyRunIds, removeProposal, saveCandidate } from './run.repository';
import type {
  CompleteRequest,
  FailRequest,
  HeartbeatRequest,
  ProposeCandidate,
  ReleaseRequest,
} from './run.schema';
import { limitsOf } from './run-limits';
import { getRun, type RunUpdates } from './run-updates';
import { type CandidateView, type RunView, viewCandidates, viewRun } from './run-view';
import { removeRunnerContact, saveRunnerContact } from './runner-contact.repository';

/** Accepted proposals are adopted immediately, unless every worker is down for longer than this. */
const ADOPTED_WITHIN_MS = 24 * 60 * 60 * 1000;

export interface RunnerServiceDependencies {
  workflows: Pick<OptimizationWorkflows, 'executeUpdate'>;
  sendUpdate: RunUpdates;
  conversations: Pick<ConversationService, 'streamPromptTexts'>;
  /** @throws AppError model_unknown */
  checkModel(model: string): void;
  /** @throws AppError model_price_unknown at `loc` */
  checkPrice(model: string, loc: string[]): void;
  /** Whether the process is stopping: waits for a run end immediately. */
  isStopping(): boolean;
}

interface RunnerContext extends RunnerServiceDependencies {
  waitForRun: ReturnType<typeof createClaimQueue>;
}

interface ClaimWait {
  waitMs: number;
  signal: AbortSignal;
}

export type RunnerService = ReturnType<typeof createRunnerService>;

/** What runners ask of optimization runs. All throw AppError not_found, temporal_unavailable, temporal_busy. */
export function createRunnerService(dependencies: RunnerServiceDependencies) {
  const waitForRun = createClaimQueue({
    listReadyRunIds,
    claim: claimRun.bind(null, dependencies),
    isStopping: dependencies.isStopping,
  });
  return {
    claim: claim.bind(null, { ...dependencies, waitForRun }),
    heartbeat: heartbeat.bind(null, dependencies),
    propose: propose.bind(null, dependencies),
    complete: complete.bind(null, dependencies),
    fail: fail.bind(null, dependencies),
    release: release.bind(null, dependencies),
  };
}

/** The run that has been ready longest, with a lease on it; null when none became ready in time. */
async function claim(
  context: RunnerContext,
  workspaceId: string,
  { strategies, ...claimant }: Claimant & { strategies: readonly string[] | null },
  wait: ClaimWait,
): Promise<{ run: RunView; lease: Lease } | null> {
  const runner = { workspaceId, runnerId: claimant.runnerId };
  const seenAt = await saveRunnerContact({ ...runner, strategies });
  // A runner that got no run claims again immediately: its record covers the time in between.
  let claimsAgain = false;
  try {
    const claimedLease = await leaseRun(context, { workspaceId, strategies }, claimant, wait);
    claimsAgain = claimedLease === null && !wait.signal.aborted;
    if (claimedLease === null) return null;
    return { run: await viewRun(await getRun(workspaceId, claimedLease.runId)), lease: claimedLease.lease };
  } finally {
    if (!claimsAgain) await removeRunnerContact(runner, seenAt);
  }
}

/** The lease of an earlier request of this claim whose response was lost, or a new one. */
async function leaseRun(
  { waitForRun, ...dependencies }: RunnerContext,
  scope: ClaimScope,
  claimant: Claimant,
  wait: ClaimWait,
): Promise<ClaimedLease | null> {
  const runId = await findRunOfClaim(scope.workspaceId, claimant.claimId);
  const lease = runId === null ? null : await claimRun(dependencies, runId, claimant);
  return runId !== null && lease !== null ? { runId, lease } : waitForRun(scope, claimant, wait);
}

async function claimRun(
  { workflows }: RunnerServiceDependencies,
  runId: string,
  claimant: Claimant,
): Promise<Lease | null> {
  try {
    const lease = await workflows.executeUpdate(runId, claimUpdate, claimant);
    return lease === closed ? null : lease;
  } catch (error) {
    // Another runner was faster, or one of many that claim at the same time is.
    if (error instanceof AppError && ['conflict', 'temporal_busy'].includes(error.code)) return null;
    throw error;
  }
}

/** Extends the lease. @throws AppError lease_lost, run_finished */
function heartbeat(
  { sendUpdate }: RunnerServiceDependencies,
  workspaceId: string,
  runId: string,
  request: HeartbeatRequest,
): Promise<HeartbeatResult> {
  const message = { ...fencingTokenOf(request), agentTurns: request.agent_turns };
  return sendUpdate(workspaceId, runId, heartbeatUpdate, message, (run) =>
    changes.heartbeat(run.state, message, limitsOf(run), currentTimeMs()),
  );
}

/** @throws AppError lease_lost, run_finished, conflict, candidate_limit_reached, cost_limit_reached, model_unknown, model_price_unknown */
async function propose(
  dependencies: RunnerServiceDependencies,
  workspaceId: string,
  runId: string,
  request: ProposeCandidate,
): Promise<CandidateView> {
  const { candidate_key: key, system_prompt: systemPrompt, model, note } = request;
  const run = await getRun(workspaceId, runId);
  // A runner gets its lease after the copy shows it. Where the copy shows another one, the workflow checks the lease
  // before the texts are stored: an overloaded Temporal may leave the result unknown, and they would stay for a day.
  if (run.state.lease?.leaseId !== request.lease_id) {
    await heartbeat(dependencies, workspaceId, runId, {
      lease_id: request.lease_id,
      epoch: request.epoch,
      agent_turns: null,
    });
  }
  if (model !== null) {
    dependencies.checkModel(model);
    if (run.maxCostCents !== null) dependencies.checkPrice(model, ['body', 'model']);
  }
  const fingerprint = hash([systemPrompt, model, note]);
  // Unique to this request, so that its texts can be removed whether or not another one like it is accepted.
  const candidateId = randomUUID();
  await saveCandidate({
    id: candidateId,
    runId,
    key,
    systemPrompt,
    model,
    note,
    warnings: await findWarnings(dependencies, run, systemPrompt),
    createdAt: currentTime(),
    adoptBy: new Date(currentTimeMs() + ADOPTED_WITHIN_MS),
    assessment: null,
    measuredAt: null,
  });
  const message = { ...fencingTokenOf(request), key, fingerprint, candidateId };
  const id = await dependencies
    .sendUpdate(
      workspaceId,
      runId,
      proposeUpdate,
      message,
      (run) => proposeToState(run.state, message, limitsOf(run), currentTimeMs()).id,
    )
    .catch(async (error: unknown) => {
      if (isRefusal(error)) await removeProposal(candidateId);
      throw error;
    });
  if (id !== candidateId) await removeProposal(candidateId);
  return getCandidate(workspaceId, runId, id);
}

/** The prompt of the run has been checked already. */
async function findWarnings(
  { conversations }: RunnerServiceDependencies,
  { workspaceId, conversationIds, warnings }: OptimizationRun,
  systemPrompt: string | null,
): Promise<PromptWarning[]> {
  if (systemPrompt === null) return warnings;
  return findPromptWarnings(conversations.streamPromptTexts, workspaceId, systemPrompt, conversationIds);
}

async function getCandidate(workspaceId: string, runId: string, id: string): Promise<CandidateView> {
  const run = await getRun(workspaceId, runId);
  const position = run.state.candidates.findIndex((candidate) => candidate.id === id);
  const [view] = await viewCandidates(run, position - 1, 1);
  if (view === undefined) throw new Error('The candidate was not stored');
  return view;
}

/** The decision is null while the candidate is measured on the hold-out. @throws AppError lease_lost, run_finished, value_error */
async function complete(
  { sendUpdate }: RunnerServiceDependencies,
  workspaceId: string,
  runId: string,
  request: CompleteRequest,
): Promise<{ completion: Completion; decision: DecisionView | null }> {
  const report: CompleteReport = {
    kind: 'complete',
    agentTurns: request.agent_turns,
    bestCandidateId: request.best_candidate_id,
    ...(request.choose !== null && { choose: request.choose }),
    summary: request.summary,
  };
  const message = { ...fencingTokenOf(request), report };
  const completion = await sendUpdate(workspaceId, runId, completeUpdate, message, (run) =>
    changes.complete(run.state, message, limitsOf(run), currentTimeMs()),
  );
  const { decision } = completion;
  const run = await getRun(workspaceId, runId);
  return { completion, decision: decision && (await viewDecision(run, decision)) };
}

/** @throws AppError lease_lost, run_finished */
function fail(
  dependencies: RunnerServiceDependencies,
  workspaceId: string,
  runId: string,
  request: FailRequest,
): Promise<ReportResult> {
  const { agent_turns: agentTurns, error_code: code, error_message: text } = request;
  return sendFailure(dependencies, workspaceId, runId, request, {
    kind: 'fail',
    agentTurns,
    error: { code, message: text },
  });
}

/** Ends the attempt of a runner that is stopped, which uses none. @throws AppError lease_lost, run_finished */
function release(
  dependencies: RunnerServiceDependencies,
  workspaceId: string,
  runId: string,
  request: ReleaseRequest,
): Promise<ReportResult> {
  const error = { code: 'preempted', message: 'The runner was stopped' };
  const report: FailReport = { kind: 'fail', agentTurns: request.agent_turns, error, isPreempted: true };
  return sendFailure(dependencies, workspaceId, runId, request, report);
}

function sendFailure(
  { sendUpdate }: RunnerServiceDependencies,
  workspaceId: string,
  runId: string,
  request: FailRequest | ReleaseRequest,
  report: FailReport,
): Promise<ReportResult> {
  const message = { ...fencingTokenOf(request), report };
  return sendUpdate(workspaceId, runId, failUpdate, message, (run) =>
    changes.fail(run.state, message, limitsOf(run), currentTimeMs()),
  );
}

/** Whether the run refused the proposal. Unknown where Temporal did not respond. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && !['temporal_unavailable', 'temporal_busy'].includes(error.code);
}

function fencingTokenOf({ lease_id, epoch }: Pick<HeartbeatRequest, 'lease_id' | 'epoch'>): FencingToken {
  return { leaseId: lease_id, epoch };
}

function hash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
