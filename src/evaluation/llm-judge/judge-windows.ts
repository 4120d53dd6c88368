import { countTokens } from '../../providers/tokenizer';
import type { EvaluationInput } from '../judgement/evaluator';
import { toolLines } from './delimited-sections';
import type { Segment } from './evidence-segments';
import { judgeInstructions } from './judge-instructions';
import { packWindows } from './pack-windows';
import { cutReply, type ReplyPiece, type ReplyTile } from './reply-pieces';

/** What one call of the judge looks at. */
export interface JudgeWindow {
  segments: Segment[];
  reply: ReplyPiece[];
  /** Which window of the evidence it is, from 1, and of how many. */
  evidence: { index: number; count: number };
  /** The same of the reply. */
  stretch: { index: number; count: number };
}

/** The share of a model's context that is planned with, as the tokens of many models can only be estimated. */
const plannedShare = 0.9;
/** Tokens kept free for the answer; of a small context a quarter. */
const answerTokens = 8_192;
/** With less room for the conversation, windows show too little of it to tell anything. */
const minRoomTokens = 500;
/** What one evaluation may cost at most, in calls. */
const maxWindows = 64;

/** Tokens of a call that are left for the conversation and the reply. */
export function roomFor(
  { tools, issueConfig }: Pick<EvaluationInput, 'tools' | 'issueConfig'>,
  model: string,
  contextTokens: number,
): number {
  const fixed = [judgeInstructions(issueConfig, 'f'.repeat(32)), ...toolLines(tools)].join('\n\n');
  const answer = Math.min(answerTokens, contextTokens / 4);
  return Math.floor(contextTokens * plannedShare - answer - countTokens(fixed, model));
}

/**
 * Cuts what is to be judged into windows that fit a context of `contextTokens`, neighbours overlapping by a tenth:
 * a list for each stretch of the reply, a window in it for each window of the evidence. One window where all fits.
 * Null where it cannot be cut: more than 64 windows, or tools and instructions that leave no room.
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
