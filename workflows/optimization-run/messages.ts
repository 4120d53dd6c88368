import type { FencingToken } from './fencing';
import type { CompleteReport, FailReport } from './run-state';

export interface ClaimMessage {
  claimId: string;
  runnerId: string;
}

export type HeartbeatMessage = FencingToken & { agentTurns: number | null };

export interface HeartbeatResult {
  expiresAt: string;
  isCancelRequested: boolean;
}

/** A candidate, whose texts MongoDB stores already: what travels through Temporal stays in its histories. */
export interface CandidateMessage extends FencingToken {
  candidateId: string;
  key: string;
  /** Of its texts. */
  fingerprint: string;
}

export type CompleteMessage = FencingToken & { report: CompleteReport };
export type FailMessage = FencingToken & { report: FailReport };
