import type { EvaluationInput } from '../../../packages/detector';
import { countTokens } from '../../providers/tokenizer';
import { SAMPLE_NONCE, toolLines } from './delimited-sections';
import type { Segment } from './evidence-segments';
import { judgeInstructions } from './judge-instructions';
import { packWindows } from './pack-windows';
import { cutReply, type ReplyPiece, type ReplyTile } from './reply-pieces';

/** The input of one call of the judge. */
export interface JudgeWindow {
  segments: Segment[];
  reply: ReplyPiece[];
  /** Its index among the windows of the evidence, from 1, and their number. */
  evidence: { index: number; count: number };
  /** The same for the reply. */
  stretch: { index: number; count: number };
}

/** The share of the context window that is used, because the tokens of many models can only be estimated. */
const plannedShare = 0.9;
/** Tokens reserved for the reply of the judge; a quarter of a small context window. */
const answerTokens = 8_192;
/** With less room for the conversation, windows contain too little of it to judge. */
const minRoomTokens = 500;
/** Limits the cost of one evaluation, in calls. */
const maxWindows = 64;

/** The tokens of a call that remain for the conversation and the reply. */
export function roomFor(
  { tools, issueConfig }: Pick<EvaluationInput, 'tools' | 'issueConfig'>,
  model: string,
  contextTokens: number,
): number {
  const fixed = [judgeInstructions(issueConfig, SAMPLE_NONCE), ...toolLines(tools)].join('\n\n');
  const answer = Math.min(answerTokens, contextTokens / 4);
  return Math.floor(contextTokens * plannedShare - answer - countTokens(fixed, model));
}

/**
 * Divides a conversation into windows that fit a context of `contextTokens`; neighbors overlap by a tenth.
 * Returns a list per stretch of the reply, with a window per window of the evidence; one window if everything
 * fits. Null for more than 64 windows, or if tools and instructions leave no room.
 */
export function planWindows(
  segments: readonly Segment[],
  tiles: readonly ReplyTile[],
  input: EvaluationInput,
  { model, contextTokens }: { model: string; contextTokens: number },
): JudgeWindow[][] | null {
  const room = roomFor(input, model, contextTokens);
  if (room < minRoomTokens) return null;

  const evidenceSize = sum(segments);
  const replyRoom = Math.max(room / 2, room - evidenceSize);
  const stretches = cutReply(tiles, replyRoom);
  const evidenceRoom = Math.max(room - sum(tiles), room - replyRoom);
  const sizes = segments.map(({ tokens }) => tokens);
  const packed = packWindows(sizes, evidenceRoom, evidenceRoom / 10);
  const evidence = packed.length === 0 ? [{ from: 0, to: 0 }] : packed;
  if (stretches.length * evidence.length > maxWindows) return null;

  return stretches.map((pieces, stretch) =>
    evidence.map(({ from, to }, index) => ({
      segments: segments.slice(from, to),
      reply: pieces,
      evidence: { index: index + 1, count: evidence.length },
      stretch: { index: stretch + 1, count: stretches.length },
    })),
  );
}

function sum(items: readonly { tokens: number }[]): number {
  return items.reduce((total, { tokens }) => total + tokens, 0);
}
