import type { AttemptOutcome, CandidateDecision, CandidateStatus, DecisionPart, DecisionReason } from './run';
import type { RunStatus } from './run-transitions';

/** Times are ISO 8601 in UTC, as they travel through Temporal. */
export interface Lease {
  leaseId: string;
  /** Of the request that got the lease: repeated, it gets the same one. */
  claimId: string;
  epoch: number;
  runnerId: string;
  expiresAt: string;
}

export interface RunProblem {
  code: string;
  message: string;
}

export interface Decision {
  isAccepted: boolean;
  reason: DecisionReason;
  message: string;
  /** How it was made; absent without a candidate that was measured. */
  basis?: DecisionBasis;
}

export interface DecisionBasis {
  candidateId: string;
  decidedOn: DecisionPart;
  /** The tests that the p-value is corrected for: 1 on the hold-out. */
  candidatesTested: number;
  /** By Holm's method; absent on the hold-out, where there is one test. */
  adjustedPValue?: number;
}

export interface FailReport {
  kind: 'fail';
  agentTurns: number;
  error: RunProblem;
  /** The runner was stopped from outside, which uses no attempt. */
  isPreempted?: boolean;
}

export interface CompleteReport {
  kind: 'complete';
  agentTurns: number;
  bestCandidateId: string | null;
  /** The service takes the best measured candidate of the lease. */
  choose?: 'best';
  summary: string;
}

/**
 * What identifies a report besides what the state has of it already: the error of its attempt, the summary of its run.
 */
export type StoredReport =
  | Pick<FailReport, 'kind' | 'agentTurns'>
  | Pick<CompleteReport, 'kind' | 'agentTurns' | 'bestCandidateId' | 'choose'>;

/** The result of a report. The same report has the same result, however often it is sent. */
export interface ReportResult {
  status: RunStatus;
  agentTurns: number;
  completedAt: string | null;
}

export interface Completion extends ReportResult {
  bestCandidateId: string | null;
  /** Null while the candidate is measured on the hold-out. */
  decision: Decision | null;
}

/** One lease of the run, from claim to end. */
export interface Attempt {
  leaseId: string;
  epoch: number;
  runnerId: string;
  startedAt: string;
  endedAt: string | null;
  outcome: AttemptOutcome | null;
  agentTurns: number;
  error: RunProblem | null;
  report: { sent: StoredReport; answer: ReportResult } | null;
}

/** What the run's state knows of a candidate; its texts and measurements are stored in separate documents. */
export interface CandidateState {
  id: string;
  key: string;
  /** Of its texts: the same key with different content is a conflict. */
  fingerprint: string;
  epoch: number;
  status: CandidateStatus;
  /** Null until its turn comes. */
  experimentId: string | null;
  /** Its experiment has ended and its cost is counted. */
  isSettled: boolean;
  verdict: CandidateDecision | null;
  /** Of the claim that it is better and meets the relative constraints; absent unless it was measured. */
  pValue?: number;
  /** By how much the objective is better than that of the baseline; null: unknown. */
  gain?: number | null;
  error: RunProblem | null;
}

/** The measurement of the named candidate on the hold-out, which decides the run. */
export interface HoldoutState {
  candidateId: string;
  /** Null until nothing else is being measured. */
  experimentId: string | null;
}

/** Everything that changes in a run. Its workflow alone changes it; MongoDB has a copy. */
export interface RunState {
  status: RunStatus;
  /** Grows with each copy, so that a late one never replaces a newer one. */
  revision: number;
  baseline: { experimentId: string | null; isMeasured: boolean };
  lease: Lease | null;
  attempts: Attempt[];
  candidates: CandidateState[];
  /** From the report of a runner on; absent in runs without a hold-out. */
  holdout?: HoldoutState;
  /** US cents spent on experiments that have ended. */
  costCents: number;
  /** Set once one of them has called a model of unknown price. */
  isCostUnknown?: true;
  /** US cents that the hold-out is expected to cost; absent until known. */
  holdoutReserveCents?: number;
  readyAt: string | null;
  completedAt: string | null;
  isCancelRequested: boolean;
  bestCandidateId: string | null;
  summary: string | null;
  decision: Decision | null;
  error: RunProblem | null;
}

/** What was asked for, as far as it decides what may happen. */
export interface RunLimits {
  leaseMs: number;
  maxAttempts: number;
  maxCandidates: number;
  /** US cents; null: no limit. */
  maxCostCents: number | null;
  nonRetryableErrorCodes: string[];
  split: RunSplit;
}

/** Numbers of conversations. All of them are searched on where `decidedOn` is not the hold-out. */
export interface RunSplit {
  decidedOn: DecisionPart;
  searchCount: number;
  holdoutCount: number;
}

/** Characters of a message that the service itself writes into the state, which has to fit into one Temporal payload. */
const MAX_PROBLEM_LENGTH = 200;

export function shorten({ code, message }: RunProblem): RunProblem {
  return { code, message: message.slice(0, MAX_PROBLEM_LENGTH) };
}

/** What an experiment cost. */
export interface ExperimentCost {
  /** US cents of the calls whose price is known. */
  costCents: number;
  /** Set if it has called a model of unknown price. */
  isCostUnknown?: true;
}

export function addCost(state: RunState, { costCents, isCostUnknown }: ExperimentCost): void {
  state.costCents += costCents;
  if (isCostUnknown) state.isCostUnknown = true;
}

/** A run that was just created. */
export function initialState(): RunState {
  return {
    status: 'preparing',
    revision: 0,
    baseline: { experimentId: null, isMeasured: false },
    lease: null,
    attempts: [],
    candidates: [],
    costCents: 0,
    readyAt: null,
    completedAt: null,
    isCancelRequested: false,
    bestCandidateId: null,
    summary: null,
    decision: null,
    error: null,
  };
}

/** Candidates that count against the limit: those cancelled with their lease do not. */
export function countCandidates({ candidates }: RunState): number {
  return candidates.filter(({ status }) => status !== 'cancelled').length;
}
