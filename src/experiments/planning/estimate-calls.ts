import { codePointLength, ownTextOf } from '../../../packages/text';
import type { ReplaySize } from '../../conversations/transcript/replay-size';
import type { CallsEstimate, Range } from '../../providers/priced-calls';
import { sentSizeOf, tokensOfFrames } from './sent-size';
import type { TokenRates } from './token-rates';

/** A new reply is assumed to have between half and twice the length of the original one. */
const REPLY_SPREAD = 2;
/** The length of replies if no conversation has one. */
const DEFAULT_REPLY_CHARS = 800;
/** Output of a judge: no finding, or some with their explanations. */
const JUDGE_OUTPUT: Range = { low: 8, high: 400 };

export interface GenerationSettings {
  override: string | null;
  /** Tokens of a schema that each call sends. */
  schemaTokens: number;
  /** Output that is not part of the reply. */
  reasoningTokens: number;
  /** The limit of output that the request sets; null without one. */
  maxOutputTokens: number | null;
}

export interface JudgingSettings {
  override: string | null;
  instructionTokens: number;
  /** Tokens of a call that remain for the conversation and the reply. */
  roomTokens: number;
  verifies: boolean;
  reasoningTokens: number;
}

/** Estimates the calls that generate a reply for each of the sizes. */
export function estimateGeneration(
  sizes: readonly ReplaySize[],
  rates: TokenRates,
  { override, schemaTokens, reasoningTokens, maxOutputTokens }: GenerationSettings,
): CallsEstimate {
  const usualChars = usualReplyChars(sizes);
  const capped = (tokens: number) => Math.min(tokens, maxOutputTokens ?? tokens);
  let input = 0;
  const output = { low: 0, high: 0 };
  for (const size of sizes) {
    const sentSize = sentSizeOf(size, override);
    input += tokensOfFrames(sentSize) + rates.prompt * (sentSize.chars + size.toolsChars) + schemaTokens;
    const tokens = rates.reply * (size.lastReply?.chars ?? usualChars);
    output.low += capped(tokens / REPLY_SPREAD);
    output.high += capped(tokens * REPLY_SPREAD + reasoningTokens);
  }
  return {
    calls: { low: sizes.length, high: sizes.length },
    inputTokens: { low: input, high: input },
    outputTokens: output,
  };
}

/** The replies that are judged. */
export interface JudgedReplies {
  /** Conversations that get a new reply, once for each. */
  replayed: readonly ReplaySize[];
  /** Conversations whose original reply is judged. */
  originals: readonly ReplaySize[];
}

/** Estimates the calls that judge replies. A second call verifies findings, if there are any. */
export function estimateJudging(
  { replayed, originals }: JudgedReplies,
  rates: TokenRates,
  settings: JudgingSettings,
): CallsEstimate {
  const usualChars = usualReplyChars(replayed);
  const ownChars = settings.override === null ? 0 : codePointLength(ownTextOf(settings.override).trim());
  const low = { calls: 0, tokens: 0 };
  const high = { calls: 0, tokens: 0 };
  const add = (sum: typeof low, chars: number) => {
    const tokens = rates.judged * chars;
    const calls = Math.max(1, Math.ceil(tokens / settings.roomTokens));
    sum.calls += calls;
    sum.tokens += tokens + calls * settings.instructionTokens;
  };
  for (const { promptChars, toolsChars, lastReply } of replayed) {
    const replyChars = lastReply?.chars ?? usualChars;
    add(low, promptChars + toolsChars + ownChars + replyChars / REPLY_SPREAD);
    add(high, promptChars + toolsChars + ownChars + replyChars * REPLY_SPREAD);
  }
  for (const { promptChars, toolsChars, lastReply } of originals) {
    for (const sum of [low, high]) add(sum, promptChars + toolsChars + (lastReply?.chars ?? 0));
  }
  const rounds = settings.verifies ? 2 : 1;
  return {
    calls: { low: low.calls, high: high.calls * rounds },
    inputTokens: { low: low.tokens, high: high.tokens * rounds },
    outputTokens: {
      low: low.calls * JUDGE_OUTPUT.low,
      high: high.calls * rounds * (JUDGE_OUTPUT.high + settings.reasoningTokens),
    },
  };
}

function usualReplyChars(sizes: readonly ReplaySize[]): number {
  const lengths = sizes.flatMap(({ lastReply }) => lastReply?.chars ?? []);
  return lengths.length === 0
    ? DEFAULT_REPLY_CHARS
    : lengths.reduce((sum, chars) => sum + chars, 0) / lengths.length;
}
