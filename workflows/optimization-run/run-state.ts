import type { AttemptOutcome, CandidateDecision, CandidateStatus, DecisionReason } from './run';
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
}

export interface FailReport {
  kind: 'fail';
  agentTurns: number;
  error: RunProblem;
}

export interface CompleteReport {
  kind: 'complete';
  agentTurns: number;
  bestCandidateId: string | null;
  summary: string;
}

/**
 * What identifies a report besides what the state has of it already: the error of its attempt, the summary of its run.
 * States of earlier versions have the whole report.
 */
export type StoredReport =
  | Pick<FailReport, 'kind' | 'agentTurns'>
  | Pick<CompleteReport, 'kind' | 'agentTurns' | 'bestCandidateId'>;

/** The result of a report. The same report has the same result, however often it is sent. */
export interface ReportResult {
  status: RunStatus;
  agentTurns: number;
  completedAt: string | null;
}

export interface Completion extends ReportResult {
  bestCandidateId: string | null;
  decision: Decision;
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
  /** Whether the key is stored with the texts too. */
  isKeyStored?: boolean;
  /** Of its texts: the same key with different content is a conflict. */
  fingerprint: string;
  epoch: number;
  status: CandidateStatus;
  /** Null until its turn comes. */
  experimentId: string | null;
  /** Its experiment has ended and its cost is counted. */
  isSettled: boolean;
  verdict: CandidateDecision | null;
  error: RunProblem | null;
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
  /** US cents spent on experiments that have ended. */
  costCents: number;
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
}

/** Characters of a message that the service itself writes into the state, which has to fit into one Temporal payload. */
const MAX_PROBLEM_LENGTH = 200;

export function shorten({ code, message }: RunProblem): RunProblem {
  return { code, message: message.slice(0, MAX_PROBLEM_LENGTH) };
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
