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

/** A candidate, by what identifies it. */
export interface ProposalMessage extends FencingToken {
  key: string;
  fingerprint: string;
  /** Under which the proposal is stored, with its key; absent where the message has the texts itself. */
  candidateId?: string;
}

/** The texts of a candidate. MongoDB stores them: what travels through Temporal stays in its histories. */
export interface StoredProposal {
  id: string;
  runId: string;
  systemPrompt: string | null;
  model: string | null;
  note: string | null;
}

/** Names a proposal that is stored already. */
export type CandidateMessage = ProposalMessage & { candidateId: string };
/** With the texts themselves, as older versions of the api send it and older histories have it. */
export type InlineCandidateMessage = ProposalMessage & Omit<StoredProposal, 'id' | 'runId'>;

export type CompleteMessage = FencingToken & { report: CompleteReport };
export type FailMessage = FencingToken & { report: FailReport };
